import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

/// The users of a realm as scripts read and write them through `idRepository`, by directory names (`docs/protocols/journey-nodes.md` 4.3).
/// Writes keep to the realm's schema and policies.
struct ScriptIdentities {
    private static let mostWrites = 50
    private static let mostValues = 100
    /// A directory name that no schema declares.
    private static let aliasList = "iplanet-am-user-alias-list"

    let realm: Realm
    let domain: JourneyServices
    /// The user whom the run is about, with the name that the state has.
    let own: OwnUser?
    /// Called before anything is changed.
    let beforeWriting: () async throws -> Void

    func answer(_ arguments: ScriptArguments) async throws -> JSONValue {
        switch arguments.method {
        case "identity.find": return try await find(arguments.text(0))
        case "identity.read": return .array(try await read(arguments.text(0), arguments.text(1)).map(JSONValue.string))
        default:
            try await write(arguments.text(0), arguments.array(1))
            return .null
        }
    }

    private func find(_ id: String) async throws -> JSONValue {
        guard let user = try await user(id) else { return .null }
        return ["name": .string(user.username), "universalId": .string(user.id.text)]
    }

    /// The user whom the server has put into a run's state by name: whatever user has the name by now, the name means this one there.
    struct OwnUser: Sendable {
        let name: String
        let user: UUID
    }

    /// Finds a user by the name that the state has, by id, by a universal id of the realm, or by user name. A text that may mean two users means none.
    private func user(_ text: String) async throws -> User? {
        if let own, own.name == text { return try await domain.directory.users.user(own.user, in: realm.id) }
        do { return try await domain.directory.users.user(UserReference(directory: text, in: realm.path), in: realm.id) } catch let error
            as DomainError
            where error.code == .ambiguous
        {
            throw ScriptRefusal(error.reason)
        }
    }

    private func read(_ id: String, _ name: String) async throws -> [String] {
        guard let user = try await user(id) else { return [] }
        switch name {
        case "fr-idm-uuid", "_id": return [user.id.text]
        case "inetUserStatus": return [user.status == .active ? "Active" : "Inactive"]
        default:
            guard let attribute = try await attribute(name), !attribute.isSensitive else { return [] }
            return Self.texts(AccountDocument.of(user)[attribute.path])
        }
    }

    private func write(_ id: String, _ writes: [JSONValue]) async throws {
        guard let user = try await user(id) else { throw ScriptRefusal("there is no user \(id.prefix(128))") }
        guard writes.count <= Self.mostWrites else { throw ScriptRefusal("at most \(Self.mostWrites) attributes are written at once") }
        var changes: [Change] = []
        for write in writes { changes.append(try await change(write)) }
        try await beforeWriting()
        try await ScriptRefusal.mapping {
            _ = try await domain.directory.accounts.change(user.id, in: realm) { document in
                for change in changes { change.apply(to: &document) }
            }
        }
    }

    private func change(_ write: JSONValue) async throws -> Change {
        guard let name = write["name"]?.string, let values = write["values"]?.strings, values.count <= Self.mostValues else {
            throw ScriptRefusal("an attribute is written with a name and at most \(Self.mostValues) texts")
        }
        if name == "inetUserStatus", let path = FieldPath("accountStatus") {
            return Change(path: path, isList: false, values: [values.first == "Active" ? "active" : "inactive"], adds: false)
        }
        guard let attribute = try await attribute(name), attribute.kind == .string || attribute.kind == .strings else {
            throw ScriptRefusal("scripts can't write \(name.prefix(64))")
        }
        return Change(
            path: attribute.path, isList: attribute.kind == .strings, values: values, adds: write["adds"]?.bool == true)
    }

    private func attribute(_ name: String) async throws -> ProfileAttribute? {
        let wanted = name == "uid" ? "userName" : name == Self.aliasList ? "aliasList" : name
        return try await domain.directory.accounts.schema(of: realm).attributes.first { $0.name == wanted || $0.directoryName == wanted }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        switch value {
        case nil, .null: []
        case .string(let text): [text]
        case .array(let elements): elements.map { $0.string ?? $0.text }
        case .some(let other): [other.text]
        }
    }

    /// A change of one attribute.
    private struct Change {
        let path: FieldPath
        let isList: Bool
        let values: [String]
        let adds: Bool

        func apply(to document: inout JSONObject) {
            let all = adds ? ScriptIdentities.texts(document[path]) + values : values
            // An attribute with one value keeps the last that it was given.
            let single = all.last.map(JSONValue.string)
            document[path] = all.isEmpty ? nil : isList ? .array(all.map(JSONValue.string)) : single
        }
    }
}
