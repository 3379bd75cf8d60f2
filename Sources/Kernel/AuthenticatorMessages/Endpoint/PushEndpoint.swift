public import Primitives

/// The place where the push conversation is held, and its form (`docs/protocols/step-protocol.md` 6.3, 6.5, 6.6).
public enum PushEndpoint {
    /// The path below `/json[/realms/…]`.
    public static let path = "push/sns/message"
    /// The version of the endpoint that clients ask for.
    public static let acceptAPIVersion = "resource=1.0, protocol=1.0"
    /// The answer to every failure: no outsider can tell an unknown message, a wrong signature and a wrong answer apart.
    public static let failure: JSONValue = ["code": 400, "reason": "Bad Request", "message": "Bad request."]
    /// The answer to everything that was done.
    public static let success: JSONValue = [:]

    /// The request's kind, as `_action`.
    public enum Action: String, Sendable, CaseIterable {
        /// A ``PushRegistration``.
        case register
        /// A ``PushAnswer``.
        case authenticate
        /// A ``DeviceTokenUpdate``.
        case refresh
        /// A ``PushListening``: of our own lines, for devices without Apple's and Google's services.
        case listen
    }

    /// The address of another action at the endpoint of a registration address; nil when that has no `_action`.
    public static func address(_ registration: String, for action: Action) -> String? {
        guard let mark = registration.firstRange(of: "_action=register") else { return nil }
        return registration.replacingCharacters(in: mark, with: "_action=\(action.rawValue)")
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
