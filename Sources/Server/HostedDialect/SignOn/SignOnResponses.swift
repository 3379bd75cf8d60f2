import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyEngine
import JourneyHTTP
import JourneyMessages
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import Sessions
import Directory

/// Makes pages and redirects of what a journey answers.
struct SignOnResponses: Sendable {
    let waiting: WaitingCookie
    let away: AwayCookie
    let origin: OriginCookie
    let sensor: SensorCookie
    let known: KnownBrowserCookie
    private let reader: RequestReader
    private let applications: Applications
    private let accounts: Accounts
    private let engine: JourneyEngine
    private let pages: Pages
    private let binding: BrowserBinding
    private let forms: FormTokens
    private let selfService: SelfService

    init(reader: RequestReader, engine: JourneyEngine, services: SignOnServices, pages: Pages, selfService: SelfService) {
        self.reader = reader
        applications = services.applications
        accounts = services.accounts
        self.engine = engine
        self.pages = pages
        self.selfService = selfService
        waiting = WaitingCookie(reader: reader)
        away = AwayCookie(reader: reader)
        origin = OriginCookie(reader: reader, services: services)
        sensor = SensorCookie(reader: reader)
        known = KnownBrowserCookie(services.knownBrowsers, at: reader.configuration.publicAddress)
        binding = BrowserBinding(reader: reader, random: services.random)
        forms = FormTokens(services.sealer)
    }

    func response(
        to reply: JourneyReply, _ turn: SignOnTurn, error: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        switch reply {
        case .step(let step): try await page(of: step, turn, error, status)
        case .success(let completion): try await finish(completion, turn)
        }
    }

    /// The page that a link leads to: it asks whether to continue.
    func invitation(_ suspendedID: String, _ turn: SignOnTurn) async throws -> Response {
        let step = Step(
            authID: suspendedID, header: HostedText.linkHeading.text(in: turn.language),
            callbacks: [TextStatement(HostedText.linkOpened.text(in: turn.language)).callback])
        let form = PageForm(action: turn.target.resumePath, csrfToken: forms.token(for: turn.binding))
        let page = SignOnPage(step: step, form: form, language: turn.language)
        let application = try await application(of: turn)
        var response = Response.page(pages.of(turn.target.realm, for: application).render(page), headers: page.headers())
        response.setCookie(binding.carrying(turn.binding))
        return response
    }

    private func page(
        of step: Step, _ turn: SignOnTurn, _ error: String?, _ status: HTTPResponse.Status
    ) async throws -> Response {
        let application = try await application(of: turn)
        let form = PageForm(
            action: turn.target.path(answering: step.fingerprint), csrfToken: forms.token(for: turn.binding))
        let wait = step.isWaiting ? waiting.carrying(step.authID) : nil
        let page = SignOnPage(
            step: step, form: form, language: turn.language, error: error,
            application: application.map(\.shownName), pollPath: wait == nil ? nil : turn.target.waitPath,
            links: try await links(step, turn), signals: turn.sensor.wishes,
            texts: try await texts(beside: step, turn))
        let headers = page.headers(leadingTo: (application?.settings.redirectURIs ?? []) + [turn.target.elsewhere].compactMap(\.self))
        let pages = pages.of(turn.target.realm, for: application)
        var response = Response.page(pages.render(page), status: status, headers: headers)
        response.setCookie(binding.carrying(turn.binding))
        if let wait { response.setCookie(wait) }
        if let kept = turn.sensor.wishes.flatMap(sensor.carrying) { response.setCookie(kept) }
        if let origin = try originCookie(for: step, turn) { response.setCookie(origin) }
        if step.redirect != nil, let away = away.carrying(step.authID, turn.target.query) { response.setCookie(away) }
        return response
    }

    /// The realm's texts that a step's questions go by.
    private func texts(beside step: Step, _ turn: SignOnTurn) async throws -> ProfileTexts {
        let (realm, languages) = (turn.target.realm, turn.client.languages)
        var texts = ProfileTexts()
        if step.first(.validatedPassword) != nil {
            let attributes = try await accounts.schema(of: realm).attributes
            texts.titles = Dictionary(attributes.map { ($0.name, $0.title(in: languages)) }) { first, _ in first }
        }
        if step.first(.termsAndConditions) != nil {
            texts.termsLanguage = realm.settings[AccountSettings.self].terms?.language(in: languages)
        }
        return texts
    }

    /// Returns the ways on for users who can't say who they are, where the realm's usual login asks for it, and the way back on the other
    /// steps.
    private func links(_ step: Step, _ turn: SignOnTurn) async throws -> [SelfServiceLink] {
        let (target, asksWho) = (turn.target, step.first(.name) != nil || step.first(.password) != nil)
        if target.journey == nil, asksWho { return try await selfService.links(in: target.realm, keeping: target.query) }
        guard hasWayBack(step) else { return [] }
        switch SelfService.purpose(of: target.journey, in: target.realm) {
        case .passwordChange, .passkey: return [SelfServiceLink(.account, path: HostedPath.account(of: target.realm.path))]
        case .registration, .forgottenPassword, .forgottenUsername: return [SelfServiceLink(.signIn, path: target.signInPath)]
        case .signIn, .account, .startAgain, nil:
            return target.answered == nil || asksWho ? [] : [SelfServiceLink(.startAgain, path: target.path)]
        }
    }

    /// Whether a step may be left: one that sends the browser elsewhere by itself leads on.
    private func hasWayBack(_ step: Step) -> Bool { step.redirect == nil }

    /// Remembers where a browser was going that now waits for a link; nil when there is nothing to remember.
    private func originCookie(for step: Step, _ turn: SignOnTurn) throws -> Cookie? {
        guard step.first(.suspendedTextOutput) != nil, let destination = turn.target.destination,
            let run = engine.run(of: step, in: turn.target.realm, from: turn.client)
        else { return nil }
        return try origin.carrying(destination, of: run)
    }

    /// Signed in: the session goes into its cookie, the browser to where it came from.
    private func finish(_ completion: JourneyCompletion, _ turn: SignOnTurn) async throws -> Response {
        var response = try await leadingOn(completion, turn)
        if let token = completion.token, !completion.isExisting {
            response.setSession(token, by: reader.configuration.sessionCookie)
            known.mark(&response, for: completion.session, in: turn.target.realm, beside: turn.knownMarks)
        }
        response.set(completion.cookies)
        response.setCookie(binding.ending(turn.binding))
        response.setCookie(waiting.expired())
        response.setCookie(away.expired())
        response.setCookie(origin.expired())
        if turn.sensor.isOn { response.setCookie(sensor.expired()) }
        return response
    }

    /// Leads to the destination: by a page that confirms what the journey has done for its user, else by a redirect.
    private func leadingOn(_ completion: JourneyCompletion, _ turn: SignOnTurn) async throws -> Response {
        let destination = destination(completion, turn)
        if let event = Self.event(completion, turn), destination.hasPrefix("https://") || destination.hasPrefix("http://") {
            let application = try await application(of: turn)
            let page = ConfirmationPage(
                language: turn.language, event, destination: destination, application: application?.shownName)
            return .page(pages.of(turn.target.realm, for: application).render(page))
        }
        var response = Response.redirect(to: destination, status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }

    /// The event that a journey's success is for its user; nil for a sign-in.
    private static func event(_ completion: JourneyCompletion, _ turn: SignOnTurn) -> ConfirmationPage.Event? {
        guard !completion.isExisting else { return nil }
        switch SelfService.purpose(of: completion.session?.journey ?? turn.target.journey, in: turn.target.realm) {
        case .registration: return .registered
        case .forgottenPassword, .passwordChange: return .passwordReset
        default: return nil
        }
    }

    /// Returns the place the browser came from, else the one the journey sends it to, else the welcome page.
    private func destination(_ completion: JourneyCompletion, _ turn: SignOnTurn) -> String {
        let address = reader.configuration.publicAddress
        if let destination = turn.target.destination?.text { return address.url(destination) }
        if let elsewhere = turn.target.elsewhere { return elsewhere }
        return completion.successURL.map(absolute) ?? address.url(HostedPath.welcome)
    }

    /// Leads a user who is signed in to the place the browser came from, else to the welcome page.
    func leadingOn(_ turn: SignOnTurn) -> Response {
        redirect(to: turn.target.destination?.text ?? turn.target.elsewhere ?? HostedPath.welcome, turn)
    }

    /// Redirects to the place where a failed journey sends the browser.
    func redirect(to url: String, _ turn: SignOnTurn) -> Response {
        var response = Response.redirect(to: absolute(url), status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        response.setCookie(binding.ending(turn.binding))
        response.setCookie(waiting.expired())
        return response
    }

    private func absolute(_ url: String) -> String { url.hasPrefix("/") ? reader.configuration.publicAddress.url(url) : url }

    /// The application that asked for the sign-on.
    func application(of turn: SignOnTurn) async throws -> Directory.Application? {
        guard let id = try turn.target.destination?.request.value("client_id") else { return nil }
        return try await applications.application(id, in: turn.target.realm.id)
    }

}
