import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory

/// A user as a client sends it: the profile, and perhaps a password.
struct ManagedDocument: Sendable {
    let members: JSONObject
    let password: Secret?

    /// - Throws: a 400 for what is no object, or has a password that is no text.
    init(_ json: JSONValue?) throws(WireError) {
        guard var members = json?.object else { throw WireError(.badRequest, "the body is a JSON object") }
        password = try members["password"].map { value throws(WireError) in try Secret(managed: value) }
        // Members that a client has read and sends back.
        for name in ["password", "_id", "_rev", "_meta"] { members[name] = nil }
        self.members = members
    }

    /// Puts this profile in the place of another. Attributes that clients can't read stay, as no client could send them back; so does what
    /// the schema doesn't know.
    func replace(_ document: inout JSONObject, by schema: ProfileSchema) {
        for attribute in schema.attributes where !attribute.isSensitive { document[attribute.path] = nil }
        for member in members.members {
            let (name, value) = (member.name, member.value)
            // Within an object only what is sent is set: a sensitive attribute may stand beside it.
            guard let object = value.object, document[name]?.object != nil, let path = FieldPath(names: [name]) else {
                document[name] = value == .null ? nil : value
                continue
            }
            for member in object.members { Self.set(member.value, member.name, within: path, &document) }
        }
    }

    private static func set(_ value: JSONValue, _ name: String, within path: FieldPath, _ document: inout JSONObject) {
        guard let inner = FieldPath(names: path.names + [name]) else { return }
        document[inner] = value == .null ? nil : value
    }
}

/// A patch of a user, the password apart from the profile.
struct ManagedPatch: Sendable {
    let password: Secret?
    private let operations: [PatchOperation]

    init(_ json: JSONValue) throws {
        let operations = try PatchOperation.list(json)
        let passwords = operations.filter { $0.field.isWithin(.password) }
        guard passwords.count < 2 else { throw WireError(.badRequest, "a patch sets one password") }
        password = try passwords.first.map { operation in
            guard operation.field == .password, [.add, .replace].contains(operation.kind), let value = operation.value else {
                throw WireError(.badRequest, "a password can only be set")
            }
            return try Secret(managed: value)
        }
        self.operations = operations.filter { !$0.field.isWithin(.password) }
    }

    func apply(to document: inout JSONObject) throws {
        for operation in operations { try operation.apply(to: &document) }
    }
}

extension Secret {
    fileprivate init(managed value: JSONValue) throws(WireError) {
        guard let text = value.string else { throw WireError(.badRequest, "a password is a text") }
        self.init(text)
    }
}
