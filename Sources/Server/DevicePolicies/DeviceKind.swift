import Primitives

/// The kinds of devices by which users show who they are (`docs/protocols/platform.md` 2.3).
package enum DeviceKind: String, Sendable, CaseIterable {
    /// An installation of an app that is paired with the user; the device's id is the pairing's.
    case mobile = "MOBILE"
    /// An authenticator app.
    case totp = "TOTP"
    case email = "EMAIL"
    case sms = "SMS"
    case voice = "VOICE"
    /// A passkey or security key.
    case fido2 = "FIDO2"
    /// An authenticator app, or a token, that counts instead of looking at a clock.
    case oathToken = "OATH_TOKEN"
    /// An authenticator app's account for push (`docs/protocols/step-protocol.md` 6).
    case authenticator = "AUTHENTICATOR"
    /// An app whose key is bound to the user (`docs/protocols/step-protocol.md` 8).
    case bound = "BOUND"

    /// Those that the platform's API knows; the others are of journeys.
    package static let ofPlatform = allCases.filter { $0 != .authenticator && $0 != .bound }
}
