import Primitives

/// The text of one statement, with numbered parameters: `SELECT name FROM realm WHERE id = ?1`.
///
/// It can only be made from literals, so that no statement is ever built from data: values go in as parameters. A statement whose
/// shape isn't known beforehand, such as a query's condition, is joined from literals: ``joined(_:)``.
public struct SQL: Sendable, ExpressibleByStringLiteral {
    private enum Source: Sendable {
        case literal(StaticString)
        case joined(String)
    }

    private let source: Source

    public init(stringLiteral value: StaticString) { source = .literal(value) }

    private init(_ source: Source) { self.source = source }

    /// The statement as a string.
    public var text: String {
        switch source {
        case .literal(let literal): "\(literal)"
        case .joined(let text): text
        }
    }

    /// The literal's address in memory, by which a compiled statement is found; nil for a joined one.
    package var address: UInt? {
        guard case .literal(let literal) = source else { return nil }
        return UInt(bitPattern: literal.utf8Start)
    }
}

extension SQL {
    /// One text after the other, a space between.
    public static func joined(_ parts: [SQL], separator: SQL = "") -> SQL {
        let separator = separator.text.isEmpty ? " " : " \(separator.text) "
        return SQL(.joined(parts.map(\.text).joined(separator: separator)))
    }

    /// The name of a table or a column, in quotation marks.
    package static func name(_ name: String) -> SQL { SQL(.joined("\"\(name.replacing("\"", with: "\"\""))\"")) }

    /// A number, where a statement can't have a parameter.
    package static func number(_ number: Int64) -> SQL { SQL(.joined("\(number)")) }

    /// The parameter of a number from 1 on: `?3`.
    public static func parameter(_ number: Int) -> SQL { SQL(.joined("?\(number)")) }
}

extension SQL: Hashable, CustomStringConvertible {
    public static func == (left: SQL, right: SQL) -> Bool { left.text == right.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    public var description: String { text }
}
