import Crypto
import OrchestrationService
import Primitives
import ResourceMessages

// The names by which documented bodies say what they are: each call takes its own, and another call's is a mistake that is told.

/// `objectType` of `users/register`.
enum RegistrationObject: String, Sendable, CaseIterable {
    case plain = "RegisterUserInputEx", adaptive = "AdaptiveRegisterUserInput"
}

/// `objectType` of `users/{user}/unregister`.
enum UnregistrationObject: String, Sendable, CaseIterable {
    case plain = "UnregisterUserInputEx", adaptive = "AdaptiveUnregisterUserInput"
}

/// `objectType` of `users/{user}/login`.
enum LoginObject: String, Sendable, CaseIterable { case plain = "LoginInput", adaptive = "AdaptiveLoginInput" }

/// `objectType` of `users/{user}/events/validate`, whose body is documented as a login's.
enum EventObject: String, Sendable, CaseIterable {
    case plain = "EventValidationInput", adaptive = "AdaptiveEventValidationInput"
    case login = "LoginInput", adaptiveLogin = "AdaptiveLoginInput"
}

/// `objectType` of `users/{user}/transactions/validate`.
enum TransactionObject: String, Sendable, CaseIterable {
    case plain = "TransactionValidationInput", adaptive = "AdaptiveTransactionValidationInput"
}

/// `cddc`: what the customer's page has collected of the browser. It is judged with the event's risk, and not kept as it is.
struct DeviceDataBody: Shaped {
    var browser = BrowserData()

    static let shapeName = "DeviceData"
    static let members: [Member<Self>] = [Member("browserCDDC", \.browser, .object, .required)]
}

/// `browserCDDC`: the digest by which the browser is known again, and the text that it is of.
struct BrowserData: Shaped {
    static let longestFingerprint = 16 << 10

    var hash: String?
    var raw: String?

    static let shapeName = "BrowserData"
    static let members: [Member<Self>] = [
        Member(
            "fingerprintHash", optional: \.hash,
            .text(64...64, pattern: "^[0-9A-Fa-f]{64}$") { $0.utf8.count == 64 && Hexadecimal.decode($0.lowercased()) != nil }),
        Member("fingerprintRaw", optional: \.raw, .lines(1...longestFingerprint)),
    ]

    /// The digest: the one that is told, or else that of the text.
    /// - Throws: a refusal where neither is told.
    var fingerprint: String {
        get throws {
            if let hash { return hash.lowercased() }
            guard let raw else {
                throw OrchestrationRefusal(.invalid, "cddc.browserCDDC has neither fingerprintHash nor fingerprintRaw")
            }
            return Hexadecimal.encode(SHA256.hash(data: Array(raw.utf8)))
        }
    }
}
