import Primitives
import Foundations

/// The meaning of Apple's answers (Apple: Handling notification responses from APNs).
enum APNsReason {
    static let unavailable = "ServiceUnavailable"
    static let payloadTooLarge = "PayloadTooLarge"
    static let invalidToken = "InvalidProviderToken"
    static let expiredToken = "ExpiredProviderToken"

    /// The address is dead.
    private static let dead: Set = ["BadDeviceToken", "Unregistered", "ExpiredToken"]
    /// It is the key that isn't right; the application's other keys may be.
    private static let keys: Set = [
        "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "BadTopic", expiredToken, "Forbidden", invalidToken,
        "MissingProviderToken", "TopicDisallowed", "UnrelatedKeyIdInToken",
    ]
    /// It may go later.
    private static let passing: Set = [
        "IdleTimeout", "InternalServerError", unavailable, "Shutdown", "TooManyProviderTokenUpdates", "TooManyRequests",
    ]
    /// It will never go.
    private static let lasting: Set = [
        "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPath", "BadPriority", "DeviceTokenNotForTopic", "DuplicateHeaders",
        "InvalidPushType", "MethodNotAllowed", "MissingDeviceToken", "MissingTopic", "PayloadEmpty", payloadTooLarge,
    ]

    static func outcome(of answer: OutboundAnswer) -> PushOutcome {
        guard answer.status != 200 else { return .delivered }
        let reason = (try? JSONValue(body: answer.body))?["reason"]?.string ?? ""
        if dead.contains(reason) { return .unregistered(reason) }
        if keys.contains(reason) { return .unauthorized(reason) }
        if passing.contains(reason) { return .unavailable(reason, retryAfter: answer.retryAfter) }
        if lasting.contains(reason) { return .refused(reason) }
        // A reason that isn't documented is not passed on; the status says as much.
        return switch answer.status {
        case 403: .unauthorized("Forbidden")
        case 410: .unregistered("Unregistered")
        case 413: .refused(payloadTooLarge)
        case 429: .unavailable("TooManyRequests", retryAfter: answer.retryAfter)
        case 400...499: .refused("BadRequest")
        default: .unavailable(unavailable, retryAfter: answer.retryAfter)
        }
    }
}
