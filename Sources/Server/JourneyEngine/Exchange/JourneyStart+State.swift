package import Directory
package import Foundation
import Foundations
import JourneyMessages
package import JourneyModel
package import Primitives
package import Sessions
import SignIn

extension JourneyStart {
    /// The success that the presented session is already, without running the journey (`docs/protocols/step-protocol.md` 2.9).
    func satisfied(_ journey: JourneyDefinition, at now: Date) -> JourneyCompletion? {
        guard !forceAuth, !noSession, !journey.traits.mustRun, !journey.traits.noSession, let session = living(at: now),
            let sessionToken, self.journey == nil || session.hasPassed(journey.name)
        else { return nil }
        return completion(session, sessionToken)
    }

    /// The success of a user who has all that is needed.
    package func completion(_ session: UserSession, _ token: Secret) -> JourneyCompletion {
        let body = JourneySuccess(
            tokenID: token.reveal(), successURL: checkedGoto ?? realm.settings[JourneySettings.self].successURL,
            realm: realm.path.description)
        return JourneyCompletion(body: body, session: session, token: token, isExisting: true)
    }

    /// The state of a run that begins with this request.
    package func state(_ journey: JourneyDefinition, at now: Date, random: any RandomSource) -> JourneyState {
        let usual = journey.traits.timeout.map { $0 * 60 } ?? realm.settings[JourneySettings.self].journeyLifetime
        let lifetime = self.lifetime ?? TimeInterval(usual)
        var state = JourneyState(
            run: random.token(16), expires: now.addingTimeInterval(lifetime),
            frames: [JourneyState.Frame(journey: journey.name, fingerprint: journey.fingerprint)])
        state.request.noSession = noSession
        state.request.goto = checkedGoto
        state.request.gotoOnFail = checked(gotoOnFail)
        state.request.upgrade = living(at: now).map { JourneyState.Upgrade(handle: $0.handle, user: $0.user) }
        if let transaction, let sessionToken {
            state.request.approval = JourneyState.Approval(transaction: transaction, sessionToken: sessionToken)
        }
        state.request.application = application
        state.request.passkeys = passkeys
        state.request.payload = mobilePayload.map { JourneyState.Payload(submitted: $0) }
        // The session's user is known: a journey for the access may ask for the password alone. It has to prove that it is that user.
        if advice != nil, let session = living(at: now) { state.name(session.user, session.username) }
        return state
    }

    /// Credentials from headers count only where the realm lets them.
    var allowedZeroPage: (username: String, password: Secret)? { realm.settings[JourneySettings.self].zeroPageLogin ? zeroPage : nil }

    /// Whether a place on another origin is one that a realm allows browsers to be sent to.
    package static func allows(_ place: String, in realm: Realm) -> Bool {
        !place.hasPrefix("/") && SuccessURL.checked(place, origins: realm.settings[JourneySettings.self].redirectOrigins) != nil
    }

    private var checkedGoto: String? { checked(goto) }

    /// A place that a browser may be sent to.
    private func checked(_ url: String?) -> String? {
        guard let url else { return nil }
        return SuccessURL.checked(url, origins: [origin].compactMap(\.self) + realm.settings[JourneySettings.self].redirectOrigins)
    }

    /// The presented session, if it is one of this realm and lives.
    func living(at now: Date) -> UserSession? {
        session.flatMap { $0.realm == realm.id && $0.isAlive(at: now) ? $0 : nil }
    }
}
