package import JourneyMessages
package import JourneyModel
package import Primitives
package import Sessions

/// A journey's answer: a step to fill in, or its success. Failure is a thrown ``JourneyRunError``.
package enum JourneyReply: Sendable {
    case step(Step)
    case success(JourneyCompletion)
}

/// A journey that succeeded.
package struct JourneyCompletion: Sendable {
    /// The body for the client.
    package let body: JourneySuccess
    /// The session; nil when the journey made none.
    package let session: UserSession?
    /// The session's token.
    package let token: Secret?
    /// Whether the session was there before: nothing ran.
    package let isExisting: Bool
    /// The place to which the journey's nodes send the browser; nil when they don't say.
    package var successURL: String?
    /// The cookies that they set.
    package var cookies: [JourneyCookie] = []
}
