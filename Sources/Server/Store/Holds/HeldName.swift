internal import Primitives

/// The name of what a body is alone with until its transaction ends: rows that it counts before it adds one, or an order in which it takes the
/// next place.
public struct HeldName: Sendable, Hashable {
    /// The name as a text.
    public let text: String

    /// - Parameters:
    ///   - what: the things that are counted or ordered, such as the name of their table.
    ///   - owners: the owner of all of them, from the realm on.
    public init(_ what: StaticString, _ owners: any SQLConvertible...) {
        text = owners.reduce("\(what)") { name, owner in
            switch owner.sqlValue {
            case .null: "\(name)/"
            case .integer(let number): "\(name)/\(number)"
            case .real(let number): "\(name)/\(number)"
            case .text(let text): "\(name)/\(text)"
            case .blob(let bytes): "\(name)/\(Hexadecimal.encode(bytes))"
            }
        }
    }
}
