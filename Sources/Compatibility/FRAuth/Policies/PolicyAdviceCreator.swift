import FRCore
public import PolicyMessages

/// Reads advice from what a resource server sent.
public struct PolicyAdviceCreator {
    /// Makes one, which has no settings.
    public init() {}

    /// The advice of a `WWW-Authenticate` header: of its whole value, or of the base64 text of its `advices` alone; nil when there is none.
    public func parseAsBase64(advice: String) -> PolicyAdvice? { PolicyAdvice(challenge: advice) }
}
