public import Primitives

/// The refusal of a message of a journey.
public struct JourneyMessageError: CodedError, CustomStringConvertible {
    /// The kind of refusal: a wrong form or type, a size beyond its limit, an answer that was not on offer.
    public enum Code: Sendable, Equatable { case malformed, tooLarge, noSuchChoice }

    /// The kind of refusal, by which a caller tells errors apart.
    public let code: Code
    /// The explanation for developers.
    public let reason: String

    /// Makes a journey message error of its members, which are taken unchecked.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
