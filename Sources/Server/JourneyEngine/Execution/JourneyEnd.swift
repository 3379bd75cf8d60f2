import Directory
import Foundation
import Foundations
import JourneyMessages
import JourneyModel
import Primitives
import Sessions
import SignIn

/// The things that a client gets at the end of a run.
struct JourneyEnd: Sendable {
    private let turn: Turn
    private var state: JourneyState { turn.state }

    init(_ turn: Turn) { self.turn = turn }

    /// A success.
    func completion(_ session: UserSession?, _ token: Secret?, _ user: User?) throws -> JourneyCompletion {
        JourneyCompletion(
            body: body(session, token), session: session, token: token, isExisting: false, successURL: state.ending.successURL,
            cookies: state.ending.cookies + [try user.flatMap(persistentCookie)].compactMap(\.self))
    }

    /// Makes the body. Where to go is for the request to say, then for the nodes, then for the realm
    /// (`docs/protocols/journey-nodes.md` 5.7).
    private func body(_ session: UserSession?, _ token: Secret?) -> JourneySuccess {
        var details = state.ending.successDetails
        for (member, property) in state.ending.successProperties.sorted(by: { $0.key < $1.key }) {
            if let value = (session?.properties ?? state.sessionProperties)[property] { details[member] = .string(value) }
        }
        return JourneySuccess(
            tokenID: token?.reveal(),
            successURL: state.request.goto ?? state.ending.successURL ?? turn.realm.settings[JourneySettings.self].successURL,
            realm: turn.realm.path.description, message: token == nil ? "Authentication Successful" : nil, details: details)
    }

    /// The cookie by which the user signs in again, as old as the proof that the user gave.
    private func persistentCookie(of user: User) throws -> JourneyCookie? {
        guard let plan = state.ending.persistentCookie else { return nil }
        let since = state.proof.since ?? turn.now
        let (idleEnds, ends) = plan.validity(at: turn.now, provedAt: since)
        guard turn.now < idleEnds else { return nil }
        let cookie = PersistentCookie(user, since: since, ends: ends, address: turn.client.address)
        let value = try PersistentCookieSealer(turn.domain, realm: turn.realm.id).seal(cookie, named: plan.name, until: idleEnds)
        return JourneyCookie(
            name: plan.name, value: value, maxAge: Int(idleEnds.timeIntervalSince(turn.now)), path: "/", isSecure: plan.isSecure,
            isHTTPOnly: plan.isHTTPOnly, sameSite: plan.sameSite)
    }
}

extension JourneyState {
    /// The `detail` of a failure: where to go then, and what nodes have added.
    var failureDetail: JSONValue? { detail(ending.failureDetails) }

    /// The same for a node that couldn't continue.
    var errorDetail: JSONValue? { detail(ending.errorDetails) }

    private func detail(_ members: JSONObject) -> JSONValue? {
        var detail = members
        if let url = request.gotoOnFail ?? ending.failureURL { detail["failureUrl"] = .string(url) }
        return detail.isEmpty ? nil : .object(detail)
    }
}
