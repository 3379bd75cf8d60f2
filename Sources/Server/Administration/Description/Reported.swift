package import Primitives
package import ResourceMessages

/// A value that actions tell and nothing reads: the same members for the command line's JSON, the API's answers and their description.
package protocol Reported: Sendable {
    /// The name in a document that describes it.
    static var reportName: String { get }
    /// The declaration of each member: its name, property and form.
    static var members: [Member<Self>] { get }
}

extension Reported {
    /// The form of the members, for writing alone.
    package static var form: Form<Self> { .told(reportName, members) }

    /// All of it.
    package var json: JSONObject { Self.form.write(self).object ?? JSONObject() }
}

extension Form {
    /// A form that is only written.
    package static func told(_ shape: Shape, _ write: @escaping @Sendable (Value) -> JSONValue) -> Form {
        Form(shape) { _, reading in
            reading.refuse(.invalid, "it is only told")
            return nil
        } write: {
            write($0)
        }
    }

    /// An object of some members, which is only written.
    package static func told(_ name: String, _ members: [Member<Value>]) -> Form {
        let shape = ObjectShape(
            name: name, members: members.map { ObjectShape.Member(name: $0.name, shape: $0.shape, presence: .readOnly) })
        return .told(.object(shape)) { value in
            var object = JSONObject()
            for member in members { object[member.name] = member.write(value) }
            return .object(object)
        }
    }

    /// An object with one member, which is only written.
    package static func wrapped(_ name: String, _ member: String, _ form: Form) -> Form {
        .told(.object(ObjectShape(name: name, members: [.init(name: member, shape: form.shape, presence: .readOnly)]))) {
            .object([member: form.write($0)])
        }
    }

    /// A list of any length, which is only written.
    package static func several<Element>(_ form: Form<Element>) -> Form where Value == [Element] {
        .told(.list(form.shape)) { .array($0.map(form.write)) }
    }

    /// A value that there may not be, which is only written.
    package static func maybe<Wrapped>(_ form: Form<Wrapped>) -> Form where Value == Wrapped? {
        .told(.nullable(form.shape)) { $0.map(form.write) ?? .null }
    }
}

extension JSONValue {
    /// The same without secrets that were made and won't stay, as after a dry run.
    package func without(secretsOf shape: Shape) -> JSONValue {
        guard case .object(let declared) = shape, var object else { return self }
        for member in declared.members {
            if case .secret = member.shape { object[member.name] = nil }
        }
        return .object(object)
    }
}
