import Primitives
package import ResourceMessages
package import Foundations

/// The part of a policy about hardware tokens (`oathToken`) and PingID's `yubikey`.
package struct TokenMethod: Sendable, Equatable {
    /// Whether users may use tokens of the kind.
    package var isEnabled = false
    /// Whether no new token can be paired.
    package var isPairingDisabled = false
    /// Whether the user is asked for a name of a new device; only false is taken, since the client that pairs a device asks.
    package var promptsForNickname = false
    /// The rules of passcodes; nil for the standard ones.
    package var otp: DevicePasscode?

    package init() {}

    package var failure: FailureLimit { otp?.failure ?? .device }
}

/// The part of a policy about PingID's desktop application.
package struct DesktopMethod: Sendable, Equatable {
    /// Whether users may use the application.
    package var isEnabled = false
    /// Whether no new application can be paired.
    package var isPairingDisabled = false
    /// The rules of passcodes; nil for the standard ones.
    package var otp: DevicePasscode?
    /// The lifetime of a pairing key; nil when nothing was said of it.
    package var pairingKeyLifetime: TimeSpan?

    package init() {}

    package var failure: FailureLimit { otp?.failure ?? .device }
}

/// The part of a policy about passkeys and security keys.
package struct FIDO2Method: Sendable, Equatable {
    /// Whether users may use passkeys and security keys.
    package var isEnabled = false
    /// Whether no new one can be registered.
    package var isPairingDisabled = false
    /// Whether the user is asked for a name of a new device; only false is taken, since the client that pairs a device asks.
    package var promptsForNickname = false
    /// The FIDO2 policy; nil for the realm's default.
    package var policy: String?
    /// The limit of failures; nil for the standard one.
    package var failure: FailureLimit?

    package init() {}

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }
}

extension TokenMethod: Shaped {
    package static let shapeName = "TokenMethod"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("promptsForNickname", \.promptsForNickname, .flag).formerly("promptForNicknameOnPairing"),
        Member("otp", optional: \.otp, .object),
    ]
}

extension DesktopMethod: Shaped {
    package static let shapeName = "DesktopMethod"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("otp", optional: \.otp, .object),
        Member("pairingKeyLifetime", optional: \.pairingKeyLifetime, .pairingKeyLifetime),
    ]
}

extension FIDO2Method: Shaped {
    package static let shapeName = "FIDO2Method"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("promptsForNickname", \.promptsForNickname, .flag).formerly("promptForNicknameOnPairing"),
        Member("policy", optional: \.policy, .text(1...64).naming(.fido2Policy)).formerly("fido2PolicyId"),
        Member("failure", optional: \.failure, .deviceFailures),
    ]
}

extension Form where Value == TimeSpan {
    /// One minute to 48 hours.
    static var pairingKeyLifetime: Form { span(60...172_800, [.minutes, .hours]) }
}
