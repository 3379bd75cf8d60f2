/// The way in which a notification reaches its user (`docs/protocols/platform.md` 2.13).
package enum DeliveryMethod: String, Sendable, CaseIterable {
    case email = "Email"
    case sms = "SMS"
    case voice = "Voice"
    case push = "Push"

    /// The way in which a device gets its codes; nil for one that gets none.
    package init?(codesOf kind: DeviceKind) {
        switch kind {
        case .email: self = .email
        case .sms: self = .sms
        case .voice: self = .voice
        case .mobile, .totp, .fido2, .oathToken, .authenticator, .bound: return nil
        }
    }
}
