import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives
import ResourceMessages

/// `openidm` for the users of the script's realm: `managed/alpha_user` and `managed/user` (`docs/protocols/journey-nodes.md` 4.3).
struct ManagedUsers {
    private static let pageSize = 100

    let realm: Realm
    let domain: JourneyServices
    /// Called before anything is changed.
    let beforeWriting: () async throws -> Void

    func answer(_ arguments: ScriptArguments) async throws -> JSONValue {
        let id = try id(in: arguments.text(0))
        return try await ScriptRefusal.mapping {
            switch (arguments.method, id) {
            case ("openidm.read", let id?): return try await read(id)
            case ("openidm.query", nil): return try await query(arguments.object(1))
            case ("openidm.create", nil): return try await create(arguments.object(2))
            case ("openidm.patch", let id?): return try await patch(id, arguments.array(2))
            case ("openidm.update", let id?): return try await update(id, arguments.object(2))
            case ("openidm.delete", let id?): return try await delete(id)
            default: throw ScriptRefusal("\(arguments.method) can't be used with this resource")
            }
        }
    }

    /// The id in `managed/alpha_user/<id>`; nil for all users.
    private func id(in resource: String) throws -> String? {
        let parts = resource.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts[0] == "managed", parts[1] == "user" || parts[1] == "\(realm.path.names.last ?? "")_user"
        else {
            throw ScriptRefusal(
                "there is no resource \(resource.prefix(128)) here; users are managed/\(realm.path.names.last ?? "root")_user")
        }
        return parts.count == 3 ? parts[2] : nil
    }

    private func user(_ id: String) async throws -> User? {
        guard let id = UUID(text: id) else { return nil }
        return try await domain.directory.users.user(id, in: realm.id)
    }

    private func existing(_ id: String) async throws -> User {
        guard let user = try await user(id) else { throw ScriptRefusal("there is no user \(id.prefix(64))") }
        return user
    }

    private func shown(_ user: User) async throws -> JSONValue {
        .object(AccountDocument.visible(user, by: try await domain.directory.accounts.schema(of: realm)))
    }

    private func read(_ id: String) async throws -> JSONValue {
        guard let user = try await user(id) else { return .null }
        return try await shown(user)
    }

    private func query(_ parameters: JSONObject) async throws -> JSONValue {
        let filter = try QueryFilter(parsing: parameters["_queryFilter"]?.string ?? "true")
        let limit = parameters["_pageSize"]?.integer.flatMap { Int(exactly: $0) } ?? Self.pageSize
        let users = try await domain.directory.accounts.users(UserQuery(filter, limit: min(max(limit, 1), Self.pageSize)), in: realm)
        var result: [JSONValue] = []
        for user in users { result.append(try await shown(user)) }
        return [
            "result": .array(result), "resultCount": .integer(Int64(result.count)), "pagedResultsCookie": .null, "totalPagedResults": -1,
            "totalPagedResultsPolicy": "NONE",
        ]
    }

    private func create(_ content: JSONObject) async throws -> JSONValue {
        let (document, password) = Self.split(content)
        try await beforeWriting()
        return try await shown(try await domain.directory.accounts.create(NewAccount(document, password: password), in: realm))
    }

    private func patch(_ id: String, _ operations: [JSONValue]) async throws -> JSONValue {
        let operations = try PatchOperation.list(.array(operations))
        let user = try await existing(id)
        let password = operations.last { $0.field.description == "password" }?.value?.string.map { Secret($0) }
        try await beforeWriting()
        let changed = try await domain.directory.accounts.change(user.id, in: realm, password: password) { document in
            for operation in operations where operation.field.description != "password" { try operation.apply(to: &document) }
        }
        return try await shown(changed)
    }

    /// Puts a whole object in the place of another; attributes that aren't named are taken away, but for those that can't be read.
    private func update(_ id: String, _ content: JSONObject) async throws -> JSONValue {
        let (document, password) = Self.split(content)
        let (user, schema) = (try await existing(id), try await domain.directory.accounts.schema(of: realm))
        try await beforeWriting()
        let changed = try await domain.directory.accounts.change(user.id, in: realm, password: password) { old in
            for attribute in schema.attributes where !attribute.isSensitive { old[attribute.path] = document[attribute.path] }
        }
        return try await shown(changed)
    }

    private func delete(_ id: String) async throws -> JSONValue {
        let user = try await existing(id)
        let shown = try await shown(user)
        try await beforeWriting()
        try await domain.directory.users.delete(user.id, in: realm.id)
        return shown
    }

    /// The profile of a managed object, and its password.
    private static func split(_ content: JSONObject) -> (JSONObject, Secret?) {
        let own: Set = ["password", "_id", "_rev"]
        let document = JSONObject(content.members.filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
        return (document, content["password"]?.string.map { Secret($0) })
    }
}
