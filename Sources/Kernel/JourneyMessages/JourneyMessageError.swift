public import Primitives

/// Why a message of a journey was refused.
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
