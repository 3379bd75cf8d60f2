import Primitives
import Foundations

/// The meaning of Google's answers (Firebase: ErrorCode of the HTTP v1 API).
enum FCMReason {
    static let invalidArgument = "INVALID_ARGUMENT"
    static let unavailable = "UNAVAILABLE"
    static let unauthenticated = "UNAUTHENTICATED"
    private static let permissionDenied = "PERMISSION_DENIED"

    static func outcome(of answer: OutboundAnswer) -> PushOutcome {
        guard answer.status != 200 else { return .delivered }
        let error = (try? JSONValue(body: answer.body))?["error"]
        let details = error?["details"]?.array ?? []
        switch details.lazy.compactMap({ $0["errorCode"]?.string }).first ?? error?["status"]?.string ?? "" {
        case "UNREGISTERED": return .unregistered("UNREGISTERED")
        case invalidArgument: return details.contains(where: isAboutToken) ? .unregistered(invalidArgument) : .refused(invalidArgument)
        case "SENDER_ID_MISMATCH": return .unauthorized("SENDER_ID_MISMATCH")
        case "THIRD_PARTY_AUTH_ERROR": return .unauthorized("THIRD_PARTY_AUTH_ERROR")
        case "QUOTA_EXCEEDED": return .unavailable("QUOTA_EXCEEDED", retryAfter: answer.retryAfter)
        case "INTERNAL": return .unavailable("INTERNAL", retryAfter: answer.retryAfter)
        default: return outcome(ofStatus: answer)
        }
    }

    /// The outcome by the status alone, for a code that isn't documented: the status says as much.
    private static func outcome(ofStatus answer: OutboundAnswer) -> PushOutcome {
        switch answer.status {
        case 401: .unauthorized(unauthenticated)
        case 403: .unauthorized(permissionDenied)
        // A project that isn't there: dead tokens have a code of their own.
        case 404: .unauthorized("NOT_FOUND")
        case 429: .unavailable("QUOTA_EXCEEDED", retryAfter: answer.retryAfter)
        case 400...499: .refused(invalidArgument)
        default: .unavailable(unavailable, retryAfter: answer.retryAfter)
        }
    }

    private static func isAboutToken(_ detail: JSONValue) -> Bool {
        detail["fieldViolations"]?.array?.contains { $0["field"]?.string == "message.token" } == true
    }
}
