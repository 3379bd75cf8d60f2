import Primitives

/// An occasion on which users are told something, whose texts a realm may set (`docs/protocols/platform.md` 2.13).
package enum NotificationTemplate: String, Sendable, CaseIterable {
    case devicePairing = "device_pairing"
    case strongAuthentication = "strong_authentication"
    case transaction = "transaction"
    case newDevicePaired = "new_device_paired"
    case idVerification = "id_verification"

    /// The templates of the platform's that nothing of this server sends.
    package static let idle: Set<String> = [
        "credential_issued", "credential_revoked", "credential_updated", "credential_verification", "digital_wallet_pairing",
        "email_verification_admin", "email_verification_user", "email_phone_verification", "general",
        "recovery_code_template", "verification_code_template",
    ]

    /// The name for people.
    package var title: String {
        switch self {
        case .devicePairing: "Device Pairing"
        case .strongAuthentication: "Strong Authentication"
        case .transaction: "Transaction Approval"
        case .newDevicePaired: "New Device Paired"
        case .idVerification: "ID Verification"
        }
    }

    /// The ways of delivery for which the template can have texts.
    package var methods: [DeliveryMethod] {
        switch self {
        case .devicePairing: [.email, .sms, .voice]
        case .strongAuthentication, .transaction: DeliveryMethod.allCases
        case .newDevicePaired, .idVerification: [.email, .sms]
        }
    }

    /// The variables that have a value without a request's giving one.
    package var variables: [String] {
        switch self {
        case .devicePairing, .strongAuthentication, .transaction: NotificationVariables.common + [NotificationVariables.code]
        case .newDevicePaired: NotificationVariables.common + [NotificationVariables.deviceType]
        case .idVerification: NotificationVariables.common + [NotificationVariables.code, NotificationVariables.link]
        }
    }

    /// Whether a request may give values for variables of its own.
    package var takesVariables: Bool { Self.named.contains(self) }

    /// The templates that a request about a device may name.
    static let named: [NotificationTemplate] = [.devicePairing, .strongAuthentication, .transaction]

    /// Whether a text must have the code, since that is what is sent.
    func needsCode(by method: DeliveryMethod) -> Bool { self != .newDevicePaired && method != .push }
}
