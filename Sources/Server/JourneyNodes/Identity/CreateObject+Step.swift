import Directory
import Foundation
import Foundations
package import JourneyEngine
import JourneyModel
import Primitives

extension CreateObject: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        try await turn.spend()
        let gathered = GatheredAccount(turn.state)
        turn.state.secretAttributes = JSONObject()
        guard turn.state.user == nil else { return try await fail("the user has an account already", &turn) }
        do {
            let user = try await make(gathered, turn)
            guard turn.state.identify(user, showing: .registration) else { throw JourneyRunError(.failed) }
            turn.state.shared["_id"] = .string(user.id.text)
            return .outcome("CREATED")
        } catch let error as PolicyViolation {
            return try await fail(error.description, &turn)
        } catch let error as DomainError where error.code == .invalid || error.code == .alreadyExists {
            return try await fail(error.description, &turn)
        }
    }

    private func make(_ gathered: GatheredAccount, _ turn: Turn) async throws -> User {
        var document = gathered.document
        if document["userName"] == nil { document["userName"] = turn.state.username.map(JSONValue.string) }
        if !gathered.answers.isEmpty { try turn.domain.credentials.securityQuestions.check(gathered.answers, in: turn.realm) }
        var new = NewAccount(document, password: gathered.password)
        new.mail = turn.standing(of: document["mail"])
        let user = try await turn.accounts.create(new, in: turn.realm)
        guard !gathered.answers.isEmpty else { return user }
        do {
            try await turn.domain.credentials.securityQuestions.define(gathered.answers, of: user, in: turn.realm, for: turn.asker)
        } catch {
            // Half an account would take the name from who tries again.
            try await turn.domain.directory.users.delete(user.id, in: turn.realm.id)
            throw error
        }
        return user
    }

    private func fail(_ reason: String, _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("no account was made: \(reason)")
        return .outcome("FAILURE")
    }
}
