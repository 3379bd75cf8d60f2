import Foundation
import JOSE
import OAuthMessages

/// What a request demands of the sign-in that the session at hand doesn't show (OpenID Connect Core §3.1.2.1).
struct Demands {
    /// `prompt=login`, or a session older than `max_age`, or one whose journey isn't that of `acr_values`.
    let wantsFreshSignIn: Bool
    /// The `id_token_hint` is of somebody else.
    let wantsOtherUser: Bool
    /// The journey for the context class asked for.
    let journey: String?

    var areMet: Bool { !wantsFreshSignIn && !wantsOtherUser }

    init(_ turn: Authorization.Turn, keys: RealmKeys, issuer: Issuer, at now: Date) {
        journey = ContextClass.wanted(turn).first?.journey
        guard let session = turn.session else {
            (wantsFreshSignIn, wantsOtherUser) = (true, false)
            return
        }
        wantsFreshSignIn =
            turn.content.prompt.asksForLogin || Self.isTooOld(session, turn.content.request.maxAge, now)
            || ContextClass.isMissing(session, turn)
        wantsOtherUser =
            turn.content.request.idTokenHint.map { hint in
                IDTokenHint(hint, keys: keys, issuer: issuer)?.user != session.user
            } ?? false
    }

    private static func isTooOld(_ session: Session, _ maxAge: Int?, _ now: Date) -> Bool {
        maxAge.map { now.timeIntervalSince(session.created) > TimeInterval($0) } ?? false
    }
}

/// Authentication context classes: names for journeys (`acr_values`, OpenID Connect Core §3.1.2.1). One that the realm doesn't know is
/// ignored, since the parameter is voluntary; the `acr` claim then tells what was met.
enum ContextClass {
    /// The classes asked for that the realm knows, in the request's order.
    static func wanted(_ turn: Authorization.Turn) -> [(name: String, journey: String)] {
        (turn.content.request.acrValues ?? "").split(separator: " ").compactMap { name in
            turn.realm.settings.journeysByContextClass[String(name)].map { (String(name), $0) }
        }
    }

    /// Whether classes are asked for and the session's journey is of none of them.
    static func isMissing(_ session: Session, _ turn: Authorization.Turn) -> Bool {
        let wanted = wanted(turn)
        return !wanted.isEmpty && !wanted.contains { session.hasPassed($0.journey) }
    }

    /// The class that the session's journey satisfies: one asked for, or else the first by name.
    static func met(by session: Session, _ turn: Authorization.Turn) -> String? {
        if let asked = wanted(turn).first(where: { session.hasPassed($0.journey) }) { return asked.name }
        return turn.realm.settings.journeysByContextClass.filter { $0.value == session.journey }.keys.min()
    }
}
