import DeviceRegistry
import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Directory
import Foundations

/// `/users` (`docs/protocols/platform.md` 2.1).
enum UserResource {
    private static let change = PlatformAccess.worker(.changeIdentities)

    static let routes: [PlatformRoute] = [
        .get(
            .api("users"), "List users", .worker(.readIdentities), query: [.filter, .order, .limit, .cursor],
            gives: PlatformCollection.shape("users", PlatformUser.shape), list
        ).reading(.users),
        .post(
            .api("users"), "Make a user", change,
            .json(PlatformUser.form, .created, changes: .administration, gives: PlatformUser.shape, create),
            .named("user.import", PlatformUser.form, .created, changes: .administration, gives: PlatformUser.shape, create)),
        .get(
            .api("users/{userID}"), "Read a user", .owner(.readIdentities, scope: "p1:read:user"), gives: PlatformUser.shape
        ) { turn in try await json(try await turn.user(), turn) },
        .put(
            .api("users/{userID}"), "Replace a user's profile", change,
            .json(PlatformUser.form, changes: .administration, gives: PlatformUser.shape) { try await change($0, $1, isPatch: false) }),
        .patch(
            .api("users/{userID}"), "Change a part of a user's profile", .owner(.changeIdentities, scope: "p1:update:user"),
            .json(PlatformUser.patchForm, changes: .credentials, gives: PlatformUser.shape) { try await change($0, $1, isPatch: true) }),
        .delete(.api("users/{userID}"), "Remove a user", change, changes: .administration) { turn in
            let user = try await turn.user()
            try await turn.services.identities.users.delete(user.id, in: turn.realm.id, revision: nil, by: turn.actor)
        },
        .post(
            .api("users/{userID}"), "Lock or unlock a user's account", change,
            .named("account.lock", changes: .administration, gives: PlatformUser.shape) { try await lock($0, until: .distantFuture) },
            .named("account.unlock", changes: .administration, gives: PlatformUser.shape) { try await lock($0, until: nil) }),
    ]

    private static func list(_ turn: PlatformTurn) async throws -> JSONObject {
        let query = try PlatformUserQuery.query(turn)
        let users = try await turn.services.identities.accounts.users(query, in: turn.realm)
        let schema = try await turn.services.identities.accounts.schema(of: turn.realm)
        let collection = PlatformCollection(
            name: "users", elements: users.map { PlatformUser.json($0, turn, by: schema) },
            count: try await turn.services.identities.accounts.count(query.filter, in: turn.realm),
            next: PlatformUserQuery.next(query, after: users))
        return collection.json(turn)
    }

    private static func create(_ turn: PlatformTurn, _ user: PlatformUser) async throws -> JSONObject {
        do {
            return try await json(
                try await turn.services.identities.accounts.create(user.account(turn), in: turn.realm, by: turn.actor), turn)
        } catch let error as DomainError where error.code == .alreadyExists {
            throw ShapeError(.taken, at: "username", error.reason)
        } catch let error as DomainError where error.code == .unknownResource {
            throw ShapeError(.invalid, at: "population.id", error.reason)
        }
    }

    private static func change(_ turn: PlatformTurn, _ body: PlatformUser, isPatch: Bool) async throws -> JSONObject {
        let user = try await turn.user()
        guard body.isMFAEnabled ?? user.isMFAEnabled == user.isMFAEnabled, body.population ?? user.populationID == user.populationID,
            body.password == nil
        else {
            throw ShapeError(.immutable, at: "", "mfaEnabled, population and password have paths of their own, by which they are changed")
        }
        do {
            let changed = try await turn.services.identities.accounts.change(
                user.id, in: turn.realm, as: turn.caller.user == nil ? .administrator : .owner, by: turn.actor
            ) { body.apply(to: &$0, isPatch: isPatch) }
            return try await json(changed, turn)
        } catch let error as DomainError where error.code == .alreadyExists {
            throw ShapeError(.taken, at: "username", error.reason)
        }
    }

    private static func lock(_ turn: PlatformTurn, until end: Date?) async throws -> JSONObject {
        let user = try await turn.user()
        if let end {
            try await turn.services.identities.users.setLock(until: end, of: user.id, in: turn.realm.id)
        } else {
            try await turn.services.factors.deviceRegistry.unlock(user.id, in: turn.realm.id)
        }
        return try await json(try await turn.user(), turn)
    }

    private static func json(_ user: User, _ turn: PlatformTurn) async throws -> JSONObject {
        PlatformUser.json(user, turn, by: try await turn.services.identities.accounts.schema(of: turn.realm))
    }
}
