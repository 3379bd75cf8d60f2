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

    func write(to object: inout JSONObject) {
        object["name"] = name.json
        object["value"] = value?.json
    }

    init(_ members: RiskMembers) throws(RiskError) {
        name = try members.word("name")
        value = try members.optionalWord("value")
    }
}
