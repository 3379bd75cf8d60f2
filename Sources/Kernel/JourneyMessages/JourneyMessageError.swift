public import Primitives

/// The refusal of a message of a journey.
public struct JourneyMessageError: CodedError, CustomStringConvertible {
    public enum Code: Sendable, Equatable { case malformed, tooLarge, noSuchChoice }

    public let code: Code
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
