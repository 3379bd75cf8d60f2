import Directory
package import JourneyEngine
import JourneyModel
import Primitives

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
        let sealer = PersistentCookieSealer(turn.domain, realm: turn.realm.id)
        let opened = values.prefix(Self.mostCookies).compactMap { sealer.open($0, named: cookie.name, at: turn.now) }
        // Another host of the domain may have planted one of a name: what isn't ours doesn't count, and who it is must not be open.
        guard let id = opened.first?.user, opened.allSatisfy({ $0.user == id }),
            let user = try await turn.domain.directory.users.user(id, in: turn.realm.id), user.maySignIn(at: turn.now),
            let found = opened.first(where: { (!enforcesAddress || $0.address == turn.client.address) && $0.speaks(for: user) })
        else { return nil }
        return (found, user)
    }

    /// The number of cookies of one name that are looked at.
    private static var mostCookies: Int { 8 }
}
