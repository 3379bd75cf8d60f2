import Foundation
import Foundations
import HTTPBase
import Primitives
import ResourceMessages
import SignIn
import Directory

/// `/users/{userID}/password` (`docs/protocols/platform.md` 2.1).
enum PasswordResource {
    private static let change = PlatformAccess.worker(.changeIdentities)

    static let routes: [PlatformRoute] = [
        .get(.api("users/{userID}/password"), "The state of a user's password", .worker(.readIdentities), gives: state) { turn in
            try await json(try await turn.user(), turn)
        },
        .put(
            .api("users/{userID}/password"), "Set or change a user's password", .owner(.changeIdentities, scope: "p1:update:user"),
            .named("password.set", PasswordSet.form, changes: .administration, gives: state) { turn, body in
                guard turn.caller.user == nil else { throw PlatformError.workerNeeded }
                return try await set(turn, body.value ?? Secret(""))
            },
            .named("password.reset", PasswordReset.form, changes: .credentials, gives: state) { turn, body in
                let user = try await turn.user()
                try await verify(body.current ?? Secret(""), of: user, turn, at: "currentPassword")
                return try await set(turn, body.new ?? Secret(""))
            }),
        .post(
            .api("users/{userID}/password"), "Check a user's password, or recover it by a code", change,
            .named("password.check", PasswordCheck.form, changes: .nothing, gives: state) { turn, body in
                let user = try await turn.user()
                try await verify(body.password ?? Secret(""), of: user, turn, at: "password")
                return try await json(user, turn)
            },
            .named("password.sendRecoveryCode", changes: .nothing, gives: state) { turn in
                let user = try await turn.user()
                try await turn.services.identities.passwordRecovery.begin(user.id, in: turn.realm, by: turn.budgetAsker)
                return try await json(user, turn)
            },
            .named("password.recover", PasswordRecoveryBody.form, changes: .administration, gives: state) { turn, body in
                let user = try await turn.user()
                try await turn.services.identities.passwordRecovery.finish(
                    user.username, code: body.code ?? Secret(""), password: body.password ?? Secret(""), in: turn.realm
                ) { _ in turn.budgetAsker }
                return try await json(try await turn.user(), turn)
            }),
    ]

    private static func set(_ turn: PlatformTurn, _ password: Secret) async throws -> JSONObject {
        let user = try await turn.user()
        let author: Accounts.Author = turn.caller.user == nil ? .administrator : .owner
        return try await json(
            try await turn.services.identities.accounts.change(user.id, in: turn.realm, as: author, password: password, by: turn.actor),
            turn)
    }

    private static func verify(_ password: Secret, of user: User, _ turn: PlatformTurn, at member: String) async throws {
        let verdict = try await turn.services.identities.passwords.verify(
            password, of: user.username, in: turn.realm, from: turn.peer, isSignOn: true)
        guard case .accepted = verdict else { throw ShapeError(.invalid, at: member, "the password is wrong, or the account is locked") }
    }

    private static func json(_ user: User, _ turn: PlatformTurn) async throws -> JSONObject {
        let (id, now) = (user.id.text, turn.services.time.now)
        let failures = try await turn.services.identities.users.failures(of: user.id, in: turn.realm.id)[.password]
        let isLocked = user.isLocked(at: now) || failures?.isLocked(at: now) == true
        let status = user.passwordHash == nil ? "NO_PASSWORD" : isLocked ? "PASSWORD_LOCKED_OUT" : "OK"
        return turn.resource(
            ["user": ["id": .string(id)], "status": .string(status)], at: turn.url("users/\(id)/password"),
            links: [("user", turn.url("users/\(id)"))])
    }

    private static let state = PlatformShape.told(
        "PasswordState", [("user", PlatformShape.reference), ("status", .choice(["OK", "NO_PASSWORD", "PASSWORD_LOCKED_OUT"]))])
}

private struct PasswordSet: Shaped {
    var value: Secret?
    static let shapeName = "PasswordSet"
    static let members: [Member<Self>] = [Member("value", optional: \.value, .secret(1...1024), .requiredWriteOnly)]
}

private struct PasswordReset: Shaped {
    var current: Secret?
    var new: Secret?
    static let shapeName = "PasswordReset"
    static let members: [Member<Self>] = [
        Member("currentPassword", optional: \.current, .secret(1...1024), .requiredWriteOnly),
        Member("newPassword", optional: \.new, .secret(1...1024), .requiredWriteOnly),
    ]
}

private struct PasswordCheck: Shaped {
    var password: Secret?
    static let shapeName = "PasswordCheck"
    static let members: [Member<Self>] = [Member("password", optional: \.password, .secret(1...1024), .requiredWriteOnly)]
}

/// A new password, with the code that was sent for it; also what a flow is sent.
struct PasswordRecoveryBody: Shaped {
    var code: Secret?
    var password: Secret?
    static let shapeName = "PasswordRecovery"
    static let members: [Member<Self>] = [
        Member("recoveryCode", optional: \.code, .secret(1...64), .requiredWriteOnly),
        Member("newPassword", optional: \.password, .secret(1...1024), .requiredWriteOnly),
    ]
}
