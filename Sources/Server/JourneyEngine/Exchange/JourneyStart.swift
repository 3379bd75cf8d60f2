package import DeviceRegistry
package import Directory
package import Foundation
package import MultiFactor
package import PolicyMessages
package import Primitives
package import Sessions

/// A request to begin a journey.
package struct JourneyStart: Sendable {
    package var realm: Realm
    /// The journey's name; nil for the realm's default.
    package var journey: String?
    /// The advice of a policy, in place of a journey's name; ``JourneyEngine`` finds the journey for it.
    package var advice: PolicyAdvice?
    /// The transaction that the run approves.
    package var transaction: String?
    /// Whether success is to make no session.
    package var noSession: Bool
    /// Whether the journey runs although a session satisfies it already.
    package var forceAuth: Bool
    /// The living session that came with the request: it may satisfy the journey, and success replaces it.
    package var session: UserSession?
    /// The token of that session.
    package var sessionToken: Secret?
    /// Credentials from the request's headers; they count only where the realm allows it (`docs/protocols/step-protocol.md` 2.8).
    package var zeroPage: (username: String, password: Secret)?
    /// The place to which the browser wants to go after success; counts only if it is a path, or on `origin` or an origin that the realm
    /// allows.
    package var goto: String?
    /// The place to which it wants to go after failure, by the same rule.
    package var gotoOnFail: String?
    /// This server's own origin as the client sees it, such as `https://login.example.com`.
    package var origin: String?
    /// The mobile payload of the authorization request that the run is for.
    package var mobilePayload: SubmittedPayload?
    /// The application that the user signs in to, where the authorization request says so.
    package var application: RequestingApplication?
    /// The passkeys that the client that shows the run can ask without callbacks.
    package var passkeys = Browser.Compatibility.none
    /// The time for which the run may continue, in seconds; nil for as long as the journey says.
    package var lifetime: TimeInterval?
    package var client: ClientContext

    package init(
        realm: Realm, journey: String? = nil, advice: PolicyAdvice? = nil, noSession: Bool = false, forceAuth: Bool = false,
        session: UserSession? = nil, sessionToken: Secret? = nil, zeroPage: (username: String, password: Secret)? = nil,
        goto: String? = nil,
        gotoOnFail: String? = nil,
        origin: String? = nil, mobilePayload: SubmittedPayload? = nil, client: ClientContext
    ) {
        self.realm = realm
        self.journey = journey
        self.advice = advice
        self.noSession = noSession
        self.forceAuth = forceAuth
        self.session = session
        self.sessionToken = sessionToken
        self.zeroPage = zeroPage
        self.goto = goto
        self.gotoOnFail = gotoOnFail
        self.origin = origin
        self.mobilePayload = mobilePayload
        self.client = client
    }
}
