/// Why a message of a journey was refused.
public struct JourneyMessageError: Error, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable { case malformed, tooLarge, noSuchChoice }

    public let code: Code
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Equal when the codes are equal.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    public var description: String { reason }
}
