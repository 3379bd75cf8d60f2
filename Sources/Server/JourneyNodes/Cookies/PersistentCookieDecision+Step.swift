import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import Services

extension PersistentCookieDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let found = try await accepted(turn),
            turn.state.identify(found.user, showing: .session, by: .cookie(since: found.cookie.since))
        else {
            return .outcome(Outcome.no)
        }
        turn.state.ending.persistentCookie = cookie.plan(life: 0, ends: found.cookie.ends)
        return .outcome(Outcome.yes)
    }

    private func accepted(_ turn: Turn) async throws -> (cookie: PersistentCookie, user: User)? {
        let values = turn.client.request().cookies.filter { $0.name == cookie.name }.map(\.value)
        // Two of a name may have been put there by another host of the domain.
        guard values.count == 1 else { return nil }
        let sealer = PersistentCookieSealer(turn.domain, realm: turn.realm.id)
        guard let found = sealer.open(values[0], named: cookie.name, at: turn.now),
            !enforcesAddress || found.address == turn.client.address,
            let user = try await turn.domain.users.user(found.user, in: turn.realm.id), user.maySignIn(at: turn.now),
            found.speaks(for: user)
        else { return nil }
        return (found, user)
    }
}
