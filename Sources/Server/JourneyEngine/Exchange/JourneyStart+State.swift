import Foundation
import JourneyMessages
import Primitives
import Services

extension JourneyStart {
    /// The success that the presented session is already, without running the journey (`pingam-protocol.md` 2.9).
    func satisfied(_ journey: JourneyDefinition, at now: Date) -> JourneyCompletion? {
        guard !forceAuth, !noSession, !journey.traits.mustRun, !journey.traits.noSession, let session = living(at: now),
            let sessionToken, self.journey == nil || session.journey == journey.name
        else { return nil }
        let body = JourneySuccess(
            tokenID: sessionToken.reveal(), successURL: checkedGoto ?? realm.settings.successURL, realm: realm.path.description)
        return JourneyCompletion(body: body, session: session, token: sessionToken, isExisting: true)
    }

    /// The state of a run that begins with this request.
    func state(_ journey: JourneyDefinition, at now: Date, random: any RandomSource) -> JourneyState {
        let lifetime = journey.traits.timeout.map { $0 * 60 } ?? realm.settings.journeyLifetime
        var state = JourneyState(
            run: random.token(16), expires: now.addingTimeInterval(TimeInterval(lifetime)),
            frames: [JourneyState.Frame(journey: journey.name, fingerprint: journey.fingerprint)])
        state.request.noSession = noSession
        state.request.goto = checkedGoto
        state.request.gotoOnFail = checked(gotoOnFail)
        state.request.upgrade = living(at: now).map { JourneyState.Upgrade(handle: $0.handle, user: $0.user) }
        return state
    }

    /// Credentials from headers count only where the realm lets them.
    var allowedZeroPage: (username: String, password: Secret)? { realm.settings.zeroPageLogin ? zeroPage : nil }

    private var checkedGoto: String? { checked(goto) }

    /// A place that a browser may be sent to.
    private func checked(_ url: String?) -> String? {
        SuccessURL.checked(url, origins: [origin].compactMap(\.self) + realm.settings.redirectOrigins)
    }

    /// The presented session, if it is one of this realm and lives.
    private func living(at now: Date) -> Session? {
        session.flatMap { $0.realm == realm.id && $0.isAlive(at: now) ? $0 : nil }
    }
}
