import Primitives

/// A point in a session that the app marked.
public struct SignalTag: Sendable, Hashable {
    /// The tag's name.
    public var name: SignalWord
    /// The further information; nil for none.
    public var value: SignalWord?

    /// Makes a tag of its members, which are taken unchecked.
    public init(_ name: SignalWord, value: SignalWord? = nil) {
        self.name = name
        self.value = value
    }

    var values: [JSONValue] { [name.json, value?.json].compactMap(\.self) }

    init(_ row: inout SignalRow) throws(RiskError) { self.init(try row.word("the name"), value: try row.optionalWord("the value")) }
}
