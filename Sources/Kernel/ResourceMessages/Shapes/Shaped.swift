package import Primitives

/// A value that is a JSON object, by the declaration of its members: the same for reading, writing and describing it.
package protocol Shaped: Sendable {
    /// The name in a document that describes it.
    static var shapeName: String { get }
    static var members: [Member<Self>] { get }

    /// The value before any member is read.
    init()

    /// Looks at what no single member can tell.
    func check(_ reading: inout ShapeReading)
}

extension Shaped {
    package func check(_ reading: inout ShapeReading) {}

    /// Reads it. A member that nothing knows is refused, `null` is as if it weren't there, and what is only told is passed over.
    package init(json: JSONValue) throws(ShapeError) { self = try Self.form.value(of: json) }

    /// All of it that may be told.
    package var json: JSONObject { Self.form.write(self).object ?? JSONObject() }

    package static var form: Form<Self> { .object(shapeName, members, from: { Self() }) { $0.check(&$1) } }
}

extension Form where Value: Shaped {
    package static var object: Form { Value.form }
}

extension Form {
    /// An object of some members.
    package static func object(
        _ name: String, _ members: [Member<Value>], from start: @escaping @Sendable () -> Value,
        check: @escaping @Sendable (Value, inout ShapeReading) -> Void = { _, _ in }
    ) -> Form {
        let shape = ObjectShape(
            name: name, members: members.map { ObjectShape.Member(name: $0.name, shape: $0.shape, presence: $0.presence) })
        return Form(.object(shape)) { json, reading in
            guard let object = json.object else {
                reading.refuse(.invalid, "it is an object")
                return nil
            }
            let before = reading.problems.count
            var value = start()
            Self.read(object, members, into: &value, &reading)
            if reading.problems.count == before { check(value, &reading) }
            return reading.problems.count == before ? value : nil
        } write: { value in
            var object = JSONObject()
            for member in members { object[member.name] = member.write(value) }
            return .object(object)
        }
    }

    private static func read(
        _ object: JSONObject, _ members: [Member<Value>], into value: inout Value, _ reading: inout ShapeReading
    ) {
        for member in members where member.presence.isRequired && (object[member.name] ?? .null) == .null {
            reading.refuse(.missing, "it is missing", at: member.name)
        }
        for sent in object.members where sent.value != .null {
            guard let member = members.first(where: { $0.name == sent.name }) else {
                reading.refuse(.unknownMember, "there is no such member", at: sent.name)
                continue
            }
            guard member.presence.isSent else { continue }
            reading.within(sent.name) { member.read(&value, sent.value, &$0) }
        }
    }
}
