package import Primitives

/// A member of an object: its name, its form, and where in the value of Swift it stands.
package struct Member<Owner: Sendable>: Sendable {
    package let name: String
    package let presence: ObjectShape.Presence
    /// The effect, as an administrator reads it; nil where the name says it.
    package private(set) var help: String?
    /// The reason why nothing acts upon it; nil where something does.
    package private(set) var ignored: String?
    /// True when documents tell the value that it has when nothing is sent.
    private(set) var tellsInitial = false
    /// The names that it has in documents of before.
    private(set) var former: [String] = []
    package let shape: Shape
    let place: @Sendable (String) -> String
    private(set) var read: @Sendable (inout Owner, JSONValue, inout ShapeReading) -> Void
    package private(set) var write: @Sendable (Owner) -> JSONValue?
    /// The value as a client sends it: also that of a member which is never told; nil for one that is only told.
    package private(set) var sent: @Sendable (Owner) -> JSONValue?

    /// A member that always has a value: the one that was sent, else the one that the owner begins with.
    package init<Value>(
        _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ form: Form<Value>,
        _ presence: ObjectShape.Presence = .optional
    ) {
        self.name = name
        self.presence = presence
        shape = form.shape
        place = form.place
        read = { owner, json, reading in
            guard let value = form.read(json, &reading) else { return }
            let place: WritableKeyPath<Owner, Value> = path
            owner[keyPath: place] = value
        }
        write = { owner in
            let place: WritableKeyPath<Owner, Value> = path
            return presence.isTold ? form.write(owner[keyPath: place]) : nil
        }
        sent = { owner in
            let place: WritableKeyPath<Owner, Value> = path
            return form.write(owner[keyPath: place])
        }
    }

    /// A member that may be absent, and stays so when it wasn't sent.
    package init<Value>(
        _ name: String, optional path: any WritableKeyPath<Owner, Value?> & Sendable, _ form: Form<Value>,
        _ presence: ObjectShape.Presence = .optional
    ) {
        self.name = name
        self.presence = presence
        shape = form.shape
        place = form.place
        read = { owner, json, reading in
            guard let value = form.read(json, &reading) else { return }
            let place: WritableKeyPath<Owner, Value?> = path
            owner[keyPath: place] = value
        }
        write = { owner in
            let place: WritableKeyPath<Owner, Value?> = path
            return presence.isTold ? owner[keyPath: place].map(form.write) : nil
        }
        sent = { owner in
            let place: WritableKeyPath<Owner, Value?> = path
            return owner[keyPath: place].map(form.write)
        }
    }

    /// A member that is only told.
    package init<Value>(told name: String, _ form: Form<Value>, _ value: @escaping @Sendable (Owner) -> Value?) {
        self.name = name
        presence = .readOnly
        shape = form.shape
        place = form.place
        read = { _, _, _ in }
        write = { value($0).map(form.write) }
        sent = { _ in nil }
    }

    /// A member that many clients send, and nothing acts upon.
    /// - Parameter reason: the reason why, for documents.
    package init(ignored name: String, _ shape: Shape, because reason: String) {
        self.name = name
        self.shape = shape
        presence = .optional
        ignored = reason
        place = { $0 }
        read = { _, json, reading in shape.check(json, &reading) }
        write = { _ in nil }
        sent = { _ in nil }
    }

    /// The same member with its effect in words.
    /// - Parameter tellsInitial: whether documents tell the value that it has when nothing is sent.
    package func saying(_ help: String, tellsInitial: Bool = false) -> Self {
        var member = self
        member.help = help
        member.tellsInitial = tellsInitial
        return member
    }

    /// The member as a document has it.
    /// - Parameter start: the value before any member is read.
    func described(from start: Owner) -> ObjectShape.Member {
        ObjectShape.Member(
            name: name, shape: shape, presence: presence, help: help, initial: tellsInitial ? write(start) : nil, ignored: ignored)
    }

    /// The same member, which stored documents of before have by other names.
    package func formerly(_ names: String...) -> Self {
        var member = self
        member.former = names
        return member
    }

    /// A text that may be absent; an empty one says that there is none, whatever the owner begins with.
    package init(blank name: String, _ path: any WritableKeyPath<Owner, String?> & Sendable, _ form: Form<String>) {
        self.init(name, optional: path, form)
        read = { owner, json, reading in
            guard let text = form.read(json, &reading) else { return }
            let place: WritableKeyPath<Owner, String?> = path
            owner[keyPath: place] = text.isEmpty ? nil : text
        }
    }

    /// The same member, which isn't written while it says nothing.
    package func unless(_ isSilent: @escaping @Sendable (Owner) -> Bool) -> Self {
        var member = self
        member.write = { [write] owner in isSilent(owner) ? nil : write(owner) }
        return member
    }
}
