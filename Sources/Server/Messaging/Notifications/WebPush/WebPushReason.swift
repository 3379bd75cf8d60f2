import Foundations

/// The meaning of a push service's answers (RFC 8030 §5, §7.3, §8.4). The words are ours: a status says little, and a body nothing to rely
/// on.
enum WebPushReason {
    static let badEndpoint = "BadDeviceToken"
    /// The realm doesn't send there, or it isn't a public address.
    static let forbiddenEndpoint = "EndpointNotAllowed"
    static let tooLarge = "PayloadTooLarge"
    static let unavailable = "ServiceUnavailable"

    static func outcome(of answer: OutboundAnswer) -> PushOutcome {
        switch answer.status {
        case 200...299: .delivered
        case 404, 410: .unregistered("Unregistered")
        case 401, 403: .refused("Forbidden")
        case 413: .refused(tooLarge)
        case 429: .unavailable("TooManyRequests", retryAfter: answer.retryAfter)
        // A redirect leads elsewhere, and whether it may was not checked.
        case 300...499: .refused("BadRequest")
        default: .unavailable(unavailable, retryAfter: answer.retryAfter)
        }
    }
}
