import FRCore
public import PolicyMessages
import Primitives

/// Reads advice from what a resource server sent.
public struct PolicyAdviceCreator {
    /// Makes one, which has no settings.
    public init() {}

    /// The advice in a JSON text, such as `{"TransactionConditionAdvice": ["…"]}`: of an answer, in its member `advices`, or of that member
    /// alone; nil when there is none.
    public func parse(advice: String) -> PolicyAdvice? {
        guard let json = try? JSONValue(parsing: advice, limits: JSONLimits(bytes: AdviceLimits.bytes)) else { return nil }
        return PolicyAdvice(body: json) ?? PolicyAdvice(documented: json)
    }

    /// The advice of a `WWW-Authenticate` header: of its whole value, or of the base64 text of its `advices` alone; nil when there is none.
    public func parseAsBase64(advice: String) -> PolicyAdvice? { PolicyAdvice(challenge: advice) }
}
