import Foundation
import Primitives
import Services

extension User {
    /// What the command line shows of a user; never the password's hash.
    func summary(at now: Date, by schema: ProfileSchema) -> JSONObject {
        [
            "username": .string(username),
            "id": .string(id.uuidString.lowercased()),
            "status": .string(isLocked(at: now) ? "locked" : status.rawValue),
            "failures": .integer(Int64(failures)),
            "lockedUntil": lockedUntil.map { .string($0.formatted(.iso8601)) } ?? .null,
            "hasPassword": .bool(passwordHash != nil),
            "administrator": .bool(isAdministrator),
            "created": .string(created.formatted(.iso8601)),
            "lastLogin": lastLogin.map { .string($0.formatted(.iso8601)) } ?? .null,
            "attributes": .object(AccountDocument.profile(self, by: schema)),
        ]
    }
}

extension Domain {
    /// The user of a name that somebody typed.
    func existingUser(_ username: String, in realm: Realm) async throws -> User {
        guard let user = try await users.user(named: username, in: realm.id) else {
            throw CommandFailure("there is no user \(username) in realm \(realm.path)")
        }
        return user
    }
}
