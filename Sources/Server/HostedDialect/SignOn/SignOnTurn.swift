import HTTPBase
import Hummingbird
import JourneyEngine
import JourneyMessages
import OAuthMessages
import Pages
import Primitives
import Sessions
import Translations

/// One request of a sign-on page, with what answering it needs.
struct SignOnTurn: Sendable {
    var target: SignOnTarget
    let language: Language
    /// The value of the cookie that ties the journey to this browser.
    private(set) var binding: String
    private(set) var client: ClientContext
    let session: UserSession?
    let sessionToken: Secret?
    /// The marks of users who have signed in with this browser.
    let knownMarks: String?
    var sensor: PageSensor
    /// The answers that the browser has just sent; nil when it sent no form.
    var answers: Answers?

    init(
        target: SignOnTarget, language: Language, binding: String, client: ClientContext, session: UserSession?, sessionToken: Secret?,
        knownMarks: String?, sensor: PageSensor
    ) {
        self.target = target
        self.language = language
        self.binding = binding
        self.client = client
        self.session = session
        self.sessionToken = sessionToken
        self.knownMarks = knownMarks
        self.sensor = sensor
    }

    /// Takes another of the browser's cookies of the name for the one that counts.
    mutating func bind(to value: String) {
        binding = value
        client.binding = value
    }

    /// The request that begins the journey.
    var start: JourneyStart {
        JourneyStart(
            realm: target.realm, journey: target.journey, advice: target.advice?.value, forceAuth: target.isForced, session: session,
            sessionToken: sessionToken, goto: target.elsewhere, gotoOnFail: target.gotoOnFail, client: client)
    }
}
