import Hummingbird
import JourneyEngine
import OAuthMessages
import Pages
import Primitives
import Sessions
import DialectBase

/// One request of a sign-on page, with what answering it needs.
struct SignOnTurn: Sendable {
    var target: SignOnTarget
    let language: Language
    /// The value of the cookie that ties the journey to this browser.
    let binding: String
    let client: ClientContext
    let session: UserSession?
    let sessionToken: Secret?
    var sensor: PageSensor

    /// The request that begins the journey.
    var start: JourneyStart {
        JourneyStart(
            realm: target.realm, journey: target.journey, advice: target.advice?.value, forceAuth: target.isForced, session: session,
            sessionToken: sessionToken, goto: target.elsewhere, gotoOnFail: target.gotoOnFail, client: client)
    }
}

extension Language {
    /// The language of a page: what the application asked for goes before what the browser prefers.
    init(uiLocales: String?, of request: Request) {
        self.init(acceptLanguage: uiLocales?.replacing(" ", with: ",") ?? request.headers[.acceptLanguage])
    }
}
