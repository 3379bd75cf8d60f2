package import Primitives

/// A value that is a JSON object, by the declaration of its members: the same for reading, writing and describing it.
package protocol Shaped: Sendable {
    /// The name in a document that describes it.
    static var shapeName: String { get }
    /// The declaration of each member: its name, property and form.
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

    /// Reads it as it was stored, now or by an older version: without bounds, by former names too, and with what is only told.
    package init(stored json: JSONValue) throws(ShapeError) { self = try Self.form.value(stored: json) }

    /// Checks it as if it had been sent.
    /// - Throws: ``ShapeError`` for what is beyond a bound.
    package func checked() throws(ShapeError) -> Self {
        _ = try Self(json: .object(json))
        return self
    }

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
        let initial = start()
        return Form(.object(ObjectShape(name: name, members: members.map { $0.described(from: initial) }))) { json, reading in
            guard let object = json.object else {
                reading.refuse(.invalid, "it is an object")
                return nil
            }
            let before = reading.problems.count
            var value = start()
            Self.read(object, members, into: &value, &reading)
            if reading.problems.count == before, !reading.isStored { check(value, &reading) }
            return reading.problems.count == before ? value : nil
        } write: { value in
            var object = JSONObject()
            for member in members { object[member.name] = member.write(value) }
            return .object(object)
        } place: {
            Self.place($0, among: members)
        }
    }

    /// The place in the JSON of what stands at a place of the value: `first[2].rest`, by the member that the first is.
    private static func place(_ place: String, among members: [Member<Value>]) -> String {
        let name = place.prefix { $0 != "." && $0 != "[" }
        guard let member = members.first(where: { $0.name == name }), let dot = place.firstIndex(of: ".") else { return place }
        return place[...dot] + member.place(String(place[place.index(after: dot)...]))
    }

    private static func read(
        _ object: JSONObject, _ members: [Member<Value>], into value: inout Value, _ reading: inout ShapeReading
    ) {
        for member in members where member.presence.isRequired && (object[member.name] ?? .null) == .null && !reading.isStored {
            reading.refuse(.missing, "it is missing", at: member.name)
        }
        for sent in object.members where sent.value != .null {
            guard let member = members.first(where: { $0.has(sent.name, reading) }) else {
                if !reading.isStored { reading.refuse(.unknownMember, "there is no such member", at: sent.name) }
                continue
            }
            guard member.presence.isSent || reading.isStored else { continue }
            reading.within(sent.name) { member.read(&value, sent.value, &$0) }
        }
    }
}

extension Member {
    /// Whether it is the one of a name; in what was stored, also by a former one.
    fileprivate func has(_ name: String, _ reading: ShapeReading) -> Bool { self.name == name || reading.isStored && former.contains(name) }
}
