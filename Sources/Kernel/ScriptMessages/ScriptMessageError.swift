/// Why a message between a server and its script process was refused. Equal when the codes are equal.
public struct ScriptMessageError: Error, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// Longer than either side takes.
        case tooLong
        /// No JSON, or none of the messages.
        case malformed
    }

    public let code: Code
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    public var description: String { reason }
}
