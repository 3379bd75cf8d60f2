import Directory
import Foundations
package import JourneyEngine
import JourneyModel
import Primitives

extension PatchObject: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let known = try await turn.requireUser(Self.self)
        let user = known.id
        try await turn.spend()
        let gathered = GatheredAccount(turn.state).without(ignored)
        turn.state.secretAttributes = JSONObject()
        if gathered.hasSecrets, turn.state.proof != .fresh {
            return try await fail("a session or a cookie alone changes no password and no security questions", &turn)
        }
        if !turn.isFresh, Self.changesGuarded(AccountDocument.of(known), gathered) {
            return try await fail("an old session or cookie changes no name, no address and no link to another account", &turn)
        }
        do {
            if !gathered.answers.isEmpty { try turn.domain.credentials.securityQuestions.check(gathered.answers, in: turn.realm) }
            let own = turn.state.request.upgrade.flatMap { $0.user == user ? $0.handle : nil }
            let changed = try await turn.accounts.change(
                user, in: turn.realm, as: isOwner ? .owner : .administrator, password: gathered.password,
                mail: turn.standing(of: gathered.document["mail"]), in: own, by: AuditActor.user(user).at(turn.client.address)
            ) { $0 = gathered.applied(to: $0) }
            if !gathered.answers.isEmpty {
                try await turn.domain.credentials.securityQuestions.define(gathered.answers, of: changed, in: turn.realm, for: turn.asker)
            }
            turn.state.name(changed)
            return .outcome("PATCHED")
        } catch let error as PolicyViolation {
            return try await fail(error.description, &turn)
        } catch let error as DomainError where Self.refusals.contains(error.code) {
            return try await fail(error.description, &turn)
        }
    }

    private static func changesGuarded(_ document: JSONObject, _ gathered: GatheredAccount) -> Bool {
        let changed = gathered.applied(to: document)
        return guarded.contains { changed[$0] != document[$0] }
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("the account was not changed: \(reason)")
        return .outcome("FAILURE")
    }

    /// Attributes by which users sign in or get their account back.
    private static let guarded = ["userName", "mail", "telephoneNumber", "aliasList"]

    private static let refusals: [DomainError.Code] = [.invalid, .alreadyExists, .notPermitted, .conflict]
}
