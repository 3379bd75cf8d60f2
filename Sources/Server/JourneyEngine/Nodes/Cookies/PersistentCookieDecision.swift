import Foundation
import Primitives
import Services
import Directory

/// Decides whether the browser has a persistent cookie; its user is then the run's, though by a weaker proof than a password, and gets it
/// anew.
struct PersistentCookieDecision: JourneyNode, PersistentCookieNode {
    static let type = NodeType(
        "PersistentCookieDecisionNode", alias: "persistentCookieDecision", title: "Persistent Cookie Decision",
        "Whether the browser has a persistent cookie of a user.")
    static let settings =
        NodeSetting<Self>.persistentCookie + [
            NodeSetting<Self>("enforceClientIp", \.enforcesAddress, "Whether it counts only from the address that it was given to.")
        ]
    static let state = StateUse(writes: ["username", "universalId"])

    var cookie = PersistentCookieSettings()
    var enforcesAddress = false
    let outcomes = [Outcome.yes, Outcome.no]

    var objections: [SettingObjection] { cookie.objections }

    func step(_ turn: inout Turn) async throws -> NodeResult {
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
