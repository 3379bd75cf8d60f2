import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import OAuth
import Directory
import Sessions
import Translations

extension OpenIDRoutes {
    /// `GET`, `POST …/authorize`: for a session at hand a code, else the way to the sign-in page (`docs/protocols/step-protocol.md` 4.1,
    /// 4.6).
    func authorize(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await authorizeErrors.answering(request, context) {
            let (form, posted) = try await parameters(of: request)
            guard FlowRequest.isWanted(form, family) else { return try await authorize(form, posted: posted, request, context, family) }
            return await flows.answering(request, context) { try await authorize(form, posted: posted, request, context, family) }
        }
    }

    /// The parameters of the query and, of a `POST`, of the form: some clients send them by the one, some by the other
    /// (`docs/protocols/platform.md` 6.1). One that is in both is there twice.
    private func parameters(of request: Request) async throws -> (all: FormBody, posted: FormBody?) {
        let query = try request.query()
        guard request.method == .post else { return (query, nil) }
        let form = try await request.form()
        return (FormBody((query.parameters + form.parameters).map { ($0.name, $0.value) }), form)
    }

    private func authorize(
        _ form: FormBody, posted: FormBody?, _ request: Request, _ context: GatehouseContext, _ family: PathFamily
    ) async throws -> Response {
        let face = try await face(of: request, context, family)
        let takesFlows = family == .platform
        let token = try await takesFlows ? flows.token(of: request, in: face.realm) : reader.sessionToken(of: request, in: face.realm)
        let outcome: AuthorizationOutcome
        do {
            outcome = try await services.authorization.respond(
                to: form, session: token, in: face.realm, issuer: face.issuer,
                devices: face.devices, takesFlows: takesFlows, silence: family.silentRefusal,
                consent: try consentMeans(posted, request), registration: registration)
        } catch let error as OAuthError where error.code == .redirectURIMismatch && !takesFlows {
            let isShown = face.address.isLoopback || face.realm.settings[AuthorizationSettings.self].developerErrors
            throw RedirectMismatch(error, form, isShown: isShown)
        }
        return switch outcome {
        case .redirect(let location): try await withState(of: request, face, .uncached(to: location))
        case .consent(let question): consentPage(question, request, face)
        case .confirmed: Response(status: .noContent, headers: .noStore)
        case .answer(let answer, let session): try await flows.complete(answer, session, request, context, face)
        case .signIn(let demand):
            demand.isFlow
                ? try await flows.begin(demand, request, context, face) : .uncached(to: signInPage(for: demand, of: face))
        }
    }

    /// An answer to a browser, with the cookie of its state as it is now: a session may be older than the cookie, or have ended without this
    /// browser.
    private func withState(of request: Request, _ face: RealmFace, _ response: Response) async throws -> Response {
        let cookie = reader.configuration.sessionCookie
        guard !cookie.tokens(of: request).isEmpty, let token = try await reader.sessionToken(of: request, in: face.realm) else {
            return response
        }
        let isAlive = try await services.sessions.peek(token, in: face.realm.id) != nil
        let state = isAlive ? BrowserState(session: token) : nil
        guard request.cookieValues(BrowserStateCookie(beside: cookie).name).first != state?.value else { return response }
        var response = response
        response.setState(state, beside: cookie)
        return response
    }

    /// The user's decision counts in a form that was posted, all of its fields, and nowhere else: not in the address to which it was posted.
    private func consentMeans(_ posted: FormBody?, _ request: Request) throws -> ConsentMeans {
        guard BrowserRequest.showsPages(request) else { return .impossible }
        guard let posted, let answer = try ConsentAnswer(posted) else { return .possible }
        return .answered(answer)
    }

    /// Asks the user for consent. The form comes back to this endpoint, with the request in its address as it came.
    private func consentPage(_ question: AskedConsent, _ request: Request, _ face: RealmFace) -> Response {
        let locales = (try? question.request.given("ui_locales")) ?? nil
        let preferred = ReaderLanguages.of(request, uiLocales: locales)
        let settings = face.realm.settings
        let page = ConsentPage(
            language: Language(preferring: preferred),
            application: question.application.shownName, destination: RedirectURI.shown(question.redirectURI),
            name: question.session.username,
            scopes: question.scope.values.map { settings[AuthorizationSettings.self].text(ofScope: $0, in: preferred) ?? $0 },
            form: PageForm(
                action: face.family.path(of: face.realm) + "/" + face.family.name(of: .authorize) + "?" + question.request.encoded,
                csrfToken: question.ticket),
            fields: ConsentPage.Fields(
                ticket: ConsentAnswer.ticketParameter, decision: ConsentAnswer.decisionParameter, allow: ConsentAnswer.allow,
                deny: ConsentAnswer.deny, remember: ConsentAnswer.rememberParameter))
        return .page(
            authorizeErrors.pages.of(face.realm, for: question.application).render(page),
            headers: SecurityHeaders.page(leadingTo: [question.redirectURI]))
    }

    /// `POST …/par` (RFC 9126).
    func push(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            let face = try await face(of: request, context, family)
            let form = try await request.form()
            let pushed = try await services.authorization.push(
                form, credentials: try ClientCredentials(authorization: request.headers[.authorization], form: form),
                in: face.realm, issuer: face.issuer, devices: face.devices, takesFlows: family == .platform,
                from: reader.address(of: request, context))
            return .json(pushed.json, status: .created, headers: .noStore)
        }
    }

    /// The sign-in page of the realm, with the way back to here.
    private func signInPage(for demand: SignInDemand, of face: RealmFace) -> String {
        let back = face.family.path(of: face.realm) + "/" + face.family.name(of: .authorize) + "?" + demand.request.encoded
        var query = FormBody([("goto", back)])
        query.append("journey", demand.journey)
        query.append("ForceAuth", demand.isForced ? "true" : nil)
        query.append("login_hint", demand.loginHint)
        query.append("ui_locales", demand.uiLocales)
        return face.address.url(HostedPath.login(of: face.realm.path) + "?" + query.encoded)
    }
}

extension Response {
    /// A redirect that must not be cached, its body empty (`docs/protocols/step-protocol.md` 0, rule 13).
    fileprivate static func uncached(to location: String) -> Response {
        var response = Response.redirect(to: location, status: .found)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }
}
