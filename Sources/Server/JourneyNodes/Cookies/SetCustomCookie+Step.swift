package import JourneyEngine
import JourneyModel
import Primitives

extension SetCustomCookie: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard name != turn.client.request().sessionCookie else { throw JourneyRunError.fault("\(name) is the session's cookie") }
        turn.state.ending.plan(
            JourneyCookie(
                name: name, value: value, maxAge: maxAge, domain: domain, path: path, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
                sameSite: sameSite))
        return .outcome(Outcome.only)
    }
}
