import Foundation
import Primitives
import Services
import Directory

extension User {
    /// Returns the output of the command line about a user; never the password's hash.
    ///
    /// - Parameter failures: what was wrong of late, where that is wanted.
    func summary(at now: Date, by schema: ProfileSchema, failures: [Factor: FactorFailures] = [:]) -> JSONObject {
        let known = failures.sorted { $0.key.rawValue < $1.key.rawValue }
        return [
            "username": .string(username),
            "id": .string(id.uuidString.lowercased()),
            "status": .string(isLocked(at: now) ? "locked" : status.rawValue),
            "failures": .object(JSONObject(known.map { ($0.key.rawValue, .integer(Int64($0.value.inARow))) })),
            "lockedUntil": lockedUntil.map(Self.text) ?? .null,
            "lockedFactors": .object(
                JSONObject(
                    known.compactMap { factor, failures in
                        failures.isLocked(at: now) ? failures.lockedUntil.map { (factor.rawValue, Self.text($0)) } : nil
                    })),
            "hasPassword": .bool(passwordHash != nil),
            "administrator": .bool(isAdministrator),
            "created": .string(created.formatted(.iso8601)),
            "lastLogin": lastLogin.map { .string($0.formatted(.iso8601)) } ?? .null,
            "attributes": .object(AccountDocument.profile(self, by: schema)),
        ]
    }

    private static func text(_ end: Date) -> JSONValue {
        .string(end < .distantFuture ? end.formatted(.iso8601) : "an administrator unlocks it")
    }
}

extension Domain {
    /// The user of a name that was typed.
    func existingUser(_ username: String, in realm: Realm) async throws -> User {
        guard let user = try await users.user(named: username, in: realm.id) else {
            throw CommandFailure("there is no user \(username) in realm \(realm.path)")
        }
        return user
    }

    /// The output of the command line about one user, with the failures of late.
    func summary(of user: User, in realm: Realm) async throws -> JSONObject {
        user.summary(
            at: time.now, by: try await accounts.schema(of: realm), failures: try await users.failures(of: user.id, in: realm.id))
    }
}
