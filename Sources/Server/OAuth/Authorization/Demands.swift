import Foundation
import OAuthMessages
import Primitives
import Sessions
import SignIn
import Directory

/// The demands of a request on the sign-in that the session at hand doesn't show (OpenID Connect Core §3.1.2.1).
struct Demands {
    /// `prompt=login`, or a session older than `max_age`, or one whose journey isn't that of `acr_values`.
    let wantsFreshSignIn: Bool
    /// The `id_token_hint` is of another user.
    let wantsOtherUser: Bool
    /// The application has sign-on policies, and none that would do was completed. No other sign-in makes up for that.
    let wantsPolicy: Bool
    /// The session isn't of a journey, or of a level, that the realm or the application requires.
    let wantsRequirement: Bool
    /// The journey for what is asked for.
    let journey: String?

    var areMet: Bool { !wantsFreshSignIn && !wantsOtherUser && !wantsPolicy && !wantsRequirement }

    /// - Parameter expected: the user that the request is about; nil for any user.
    init(_ facts: Authorization.DecisionFacts, expecting expected: UUID?, at now: Date) {
        let (required, wanted) = (facts.requirement, ContextClass.wanted(facts))
        journey =
            wanted.first { required.journeys.isEmpty || required.journeys.contains($0.journey) }?.journey ?? facts.policies.first?
            .journeyName
            ?? required.journey
        wantsRequirement = !(facts.session.map(required.isMet) ?? required.isNothing)
        guard let session = facts.session else {
            wantsFreshSignIn = true
            wantsOtherUser = false
            wantsPolicy = !facts.policies.isEmpty
            return
        }
        wantsFreshSignIn =
            facts.content.prompt.asksForLogin || Self.isTooOld(session, facts.content.request.maxAge, now)
            || ContextClass.isMissing(session, facts)
        wantsOtherUser = expected.map { $0 != session.user } ?? false
        wantsPolicy = !facts.policies.isEmpty && !ContextClass.enough(facts).contains { session.hasPassed($0.journey) }
    }

    private static func isTooOld(_ session: UserSession, _ maxAge: Int?, _ now: Date) -> Bool {
        maxAge.map { now.timeIntervalSince(session.created) > TimeInterval($0) } ?? false
    }
}

/// Authentication context classes (`acr_values`, OpenID Connect Core §3.1.2.1): the names of the application's sign-on policies, where it
/// has any (`docs/protocols/platform.md` 6.1); else the realm's names for journeys.
///
/// An unknown name is ignored, since the parameter is voluntary; the `acr` claim then tells what was met. A policy that counts for the
/// application is not voluntary.
enum ContextClass {
    typealias Named = (name: String, journey: String)

    /// The classes asked for that are known, in the request's order.
    static func wanted(_ facts: Authorization.DecisionFacts) -> [Named] {
        (facts.content.request.acrValues ?? "").split(separator: " ").compactMap { name in
            let name = String(name)
            guard facts.policies.isEmpty else { return facts.policies.first { $0.name == name }.map { (name, $0.journeyName) } }
            return facts.realm.settings[AuthorizationSettings.self].journeysByContextClass[name].map { (name, $0) }
        }
    }

    /// The sign-on policies that would do: those asked for, else the application's default and those that ask no less.
    static func enough(_ facts: Authorization.DecisionFacts) -> [Named] {
        guard let standard = facts.policies.first else { return [] }
        let wanted = wanted(facts)
        guard wanted.isEmpty else { return wanted }
        return facts.policies.filter { $0.id == standard.id || $0.covers(standard) }.map { ($0.name, $0.journeyName) }
    }

    /// Whether classes are asked for and the session's journey is of none of them.
    static func isMissing(_ session: UserSession, _ facts: Authorization.DecisionFacts) -> Bool {
        guard facts.policies.isEmpty else { return false }
        let wanted = wanted(facts)
        return !wanted.isEmpty && !wanted.contains { session.hasPassed($0.journey) }
    }

    /// The class that the session's journey satisfies: one asked for, or else the first by name.
    static func met(by session: UserSession, _ facts: Authorization.DecisionFacts) -> String? {
        guard facts.policies.isEmpty else { return enough(facts).first { session.hasPassed($0.journey) }?.name }
        if let asked = wanted(facts).first(where: { session.hasPassed($0.journey) }) { return asked.name }
        return facts.realm.settings[AuthorizationSettings.self].journeysByContextClass.filter { $0.value == session.journey }.keys.min()
    }
}
