import Primitives
package import ResourceMessages

/// The part of a policy about authenticator apps (RFC 6238).
package struct TOTPMethod: Sendable, Equatable {
    /// Whether users may use authenticator apps.
    package var isEnabled = false
    /// Whether no new authenticator app can be paired.
    package var isPairingDisabled = false
    /// Whether the user is asked for a name of a new device; only false is taken, since the client that pairs a device asks.
    package var promptsForNickname = false
    /// nil as long as nothing was said of it; see ``failure``.
    package var otp: DevicePasscode?
    /// The number of time steps that a passcode may be early or late.
    package var gracePeriod = 5
    /// The parameters that are added to the `otpauth` URI.
    package var uriParameters: [String: String] = [:]

    package init() {}

    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    package var failure: FailureLimit { otp?.failure ?? .device }
}

/// The rules of passcodes that a device makes.
package struct DevicePasscode: Sendable, Equatable {
    /// The wrong passcodes in a row that are taken, and the rest after them.
    package var failure = FailureLimit.device

    package init() {}
}

extension DevicePasscode: Shaped {
    package static let shapeName = "DevicePasscode"
    package static let members: [Member<Self>] = [Member("failure", \.failure, .deviceFailures, .required)]
}

extension TOTPMethod: Shaped {
    package static let shapeName = "TOTPMethod"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required),
        Member("pairingDisabled", \.isPairingDisabled, .flag),
        Member("promptsForNickname", \.promptsForNickname, .flag).formerly("promptForNicknameOnPairing"),
        Member("otp", optional: \.otp, .object),
        Member("gracePeriod", \.gracePeriod, .integer(1...10)).formerly("passcodeGracePeriod"),
        Member("uriParameters", \.uriParameters, .map(.text(0...256), count: 0...16)),
    ]

    /// Checks the URI's parameters: what it says of the secret itself isn't for a policy to say.
    package func check(_ reading: inout ShapeReading) {
        for name in ["secret", "issuer", "algorithm", "digits", "period", "counter"] where uriParameters[name] != nil {
            reading.refuse(.invalid, "it is set by the server", at: "uriParameters." + name)
        }
    }
}
