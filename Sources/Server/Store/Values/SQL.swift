/// The text of one statement, with numbered parameters: `SELECT name FROM realm WHERE id = ?1`.
///
/// It can only be made from a literal, so that no statement is ever built from data: values go in as parameters.
public struct SQL: Sendable, ExpressibleByStringLiteral {
    let literal: StaticString

    public init(stringLiteral value: StaticString) { literal = value }

    /// The statement as a string.
    public var text: String { "\(literal)" }
}

extension SQL: Hashable, CustomStringConvertible {
    public static func == (left: SQL, right: SQL) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    public var description: String { text }
}
