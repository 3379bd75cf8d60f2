import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import RealmHTTP
import Sessions
import OAuth
import Translations

extension OpenIDRoutes {
    /// `GET`, `POST …/endSession` (OpenID Connect RP-Initiated Logout). The `Authorization` header means nothing here, whatever it holds
    /// (`docs/protocols/step-protocol.md` 1.8).
    ///
    /// A browser whose request doesn't show whose session is meant is asked by a page, which posts its form back to here. The form's token
    /// is made of the session that the page was shown in, so that no other page can answer for the user.
    func endSession(_ request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await authorizeErrors.answering(request, context) {
            let face = try await face(of: request, context, family)
            let form = request.method == .post ? try await request.form() : try request.query()
            let (wanted, tokens) = (try Tokens.LogoutRequest(form: form), everyToken(of: request, family))
            let token = try await reader.living(tokens, in: face.realm) ?? tokens.first
            let outcome = try await services.tokens.logOut(
                wanted, sessions: tokens, in: face.realm, issuer: face.issuer, confirmation: try confirmation(request, form, token))
            switch outcome {
            case .done(let target): return try await signedOut(request, to: target, in: face)
            case .question(let session): return try await question(wanted, session, token, request, face)
            }
        }
    }

    /// `GET`, `POST …/idpEndSession`: ends the session of an ID token without asking the user (`docs/protocols/step-protocol.md` 4.5), so that
    /// the ID token is needed. Programs aren't sent on. A browser is, to a place that the client has registered: some clients navigate here,
    /// and its user would stay on an empty page.
    func idpEndSession(_ request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await authorizeErrors.answering(request, context) {
            let face = try await face(of: request, context, family)
            let form = request.method == .post ? try await request.form() : try request.query()
            var wanted = try Tokens.LogoutRequest(form: form)
            if !BrowserRequest.asksForPages(request) { wanted.redirectURI = nil }
            let outcome = try await services.tokens.logOut(
                wanted, sessions: everyToken(of: request, family), in: face.realm, issuer: face.issuer)
            guard case .done(let target?) = outcome else {
                var response = Response(status: .noContent, headers: .noStore)
                try await forgetCookie(of: request, in: face, response: &response)
                return response
            }
            return try await signedOut(request, to: target, in: face)
        }
    }

    private func everyToken(of request: Request, _ family: PathFamily) -> [Secret] {
        reader.everySessionToken(of: request, and: family == .platform ? flows.flowTokens(of: request) : [])
    }

    private func confirmation(_ request: Request, _ form: FormBody, _ token: Secret?) throws -> Tokens.LogoutConfirmation {
        guard BrowserRequest.showsPages(request) else { return .impossible }
        guard request.method == .post, let token, let proof = try form.value(PageForm.csrfField),
            forms.isToken(proof, for: Self.formValue(token))
        else { return .possible }
        return .given
    }

    private func question(
        _ wanted: Tokens.LogoutRequest, _ session: UserSession, _ token: Secret?, _ request: Request, _ face: RealmFace
    ) async throws -> Response {
        let page = LogoutPage(
            language: Language(of: request), name: session.username,
            form: PageForm(
                action: face.family.path(of: face.realm) + "/" + face.family.name(of: .endSession),
                csrfToken: token.map { forms.token(for: Self.formValue($0)) } ?? ""),
            fields: wanted.form.parameters.map { LogoutPage.Field($0.name, $0.value) }, startPath: HostedPath.welcome)
        let headers = SecurityHeaders.page(leadingTo: [wanted.redirectURI].compactMap(\.self))
        return .page(authorizeErrors.pages.of(face.realm).render(page), headers: headers)
    }

    private func signedOut(_ request: Request, to target: String?, in face: RealmFace) async throws -> Response {
        var response =
            if let target {
                Response.redirect(to: target, status: .found)
            } else if BrowserRequest.asksForPages(request) {
                Response.page(
                    authorizeErrors.pages.of(face.realm).render(
                        SignedOutPage(language: Language(of: request), startPath: HostedPath.welcome)))
            } else {
                Response(status: .noContent)
            }
        response.headers.append(contentsOf: HTTPFields.noStore)
        try await forgetCookie(of: request, in: face, response: &response)
        return response
    }

    /// The value of which the form's token is made; nothing else has a token of it.
    private static func formValue(_ token: Secret) -> String { "sign out " + token.reveal() }

    /// Takes the cookie of a session that is over from the browser.
    private func forgetCookie(of request: Request, in face: RealmFace, response: inout Response) async throws {
        let cookie = reader.configuration.sessionCookie
        guard !request.cookieValues(cookie.name).isEmpty, try await reader.session(of: request, in: face.realm) == nil else { return }
        response.endSession(by: cookie)
    }
}
