import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import Foundations
import Directory
import OAuth
import RealmHTTP
import Sessions
import Translations

/// `/`: the server's front page, and a whole authorization code login with PKCE for visitors who want to see one.
struct WelcomeResource: Sendable {
    private static let attemptLifetime = 1800
    private static let signedInLifetime = 86_400

    private let reader: RequestReader
    private let services: WelcomeServices
    private let pages: Pages
    private let configuration: WelcomeConfiguration
    private let forms: FormTokens
    private let attempts: SealedCookie
    private let signedIn: SealedCookie

    init(reader: RequestReader, services: WelcomeServices, pages: Pages, configuration: WelcomeConfiguration) {
        self.reader = reader
        self.services = services
        self.pages = pages
        self.configuration = configuration
        forms = FormTokens(services.sealer)
        let address = reader.configuration.publicAddress
        attempts = SealedCookie(
            "gatehouse_sign_in", lifetime: Self.attemptLifetime, at: address, sealer: services.sealer, time: services.time)
        signedIn = SealedCookie(
            "gatehouse_welcome", lifetime: Self.signedInLifetime, at: address, sealer: services.sealer, time: services.time)
    }

    /// `GET /`
    func show(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let address = reader.configuration.publicAddress
        if address.isNamed(otherwiseBy: request.head.authority) { return .redirect(to: address.url(HostedPath.welcome)) }
        let login = try await WelcomeLogin(in: configuration.realm, reader: reader, services: services)
        let language = Language(of: request)
        guard let page = try await signedInPage(request, login, language) else {
            return .page(pages.of(login.face.realm).render(welcomePage(login, language)))
        }
        return .page(pages.of(login.face.realm).render(page))
    }

    /// `GET /welcome/sign-in`: off to the authorization endpoint.
    func signIn(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let attempt = SignInAttempt(random: services.random)
        let context = try request.query().value("with")
        var response = Response.redirect(
            to: try await WelcomeLogin(in: configuration.realm, reader: reader, services: services).authorizationURL(
                of: attempt, context: context))
        response.headers.append(contentsOf: HTTPFields.noStore)
        response.setCookie(try attempts.carrying(attempt.members))
        return response
    }

    /// `GET /welcome/callback`: back with a code (RFC 6749 §4.1.2, RFC 9207 §2.4).
    func callback(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let (query, login) = (try request.query(), try await WelcomeLogin(in: configuration.realm, reader: reader, services: services))
        let state = try query.value("state")
        guard
            let attempt = attempts.held(in: request).compactMap({ SignInAttempt($0.content) }).first(where: { $0.isState(state) }),
            try query.value("iss") == login.face.issuer.name
        else {
            // Going back after a sign-in comes by here again.
            if try await isSignedIn(request, login) { return toStart() }
            throw WireError(.badRequest, HostedText.signInBroken.text(in: Language(of: request)))
        }
        if let error = try query.value("error") {
            throw WireError(.badRequest, try query.value("error_description") ?? error)
        }
        let (tokens, idToken) = try await login.tokens(
            for: try query.required("code"), of: attempt, from: reader.address(of: request, context))
        var response = toStart()
        response.setCookie(attempts.expired())
        response.setCookie(
            try signedIn.carrying([
                "id_token": .string(idToken), "expires_in": .integer(Int64(tokens.expiresIn ?? 0)),
            ]))
        return response
    }

    private func toStart() -> Response {
        var response = Response.redirect(to: reader.configuration.publicAddress.url(HostedPath.welcome), status: .seeOther)
        response.headers.append(contentsOf: HTTPFields.noStore)
        return response
    }

    private func isSignedIn(_ request: Request, _ login: WelcomeLogin) async throws -> Bool {
        try await signedInPage(request, login, .english) != nil
    }

    /// `POST /welcome/sign-out`
    func signOut(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let token = try await request.form().value(PageForm.csrfField) ?? ""
        guard let held = signedIn.held(in: request).first(where: { forms.isToken(token, for: $0.text) }),
            let idToken = held.content["id_token"]?.string
        else { throw WireError(.forbidden, HostedText.signInBroken.text(in: Language(of: request))) }
        let login = try await WelcomeLogin(in: configuration.realm, reader: reader, services: services)
        try await login.logOut(idToken, sessions: reader.everySessionToken(of: request))
        var response = Response.redirect(to: reader.configuration.publicAddress.url(HostedPath.signedOut), status: .seeOther)
        response.setCookie(signedIn.expired())
        response.endSession(by: reader.configuration.sessionCookie)
        return response
    }

    /// `GET /signed-out`
    func signedOut(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        .page(pages.render(SignedOutPage(language: Language(of: request))))
    }

    /// nil unless the browser has signed in here, and its session lives.
    private func signedInPage(_ request: Request, _ login: WelcomeLogin, _ language: Language) async throws -> SignedInPage? {
        for (cookie, content) in signedIn.held(in: request) {
            guard let idToken = content["id_token"]?.string, let claims = try await login.claims(of: idToken),
                let handle = claims["sid"]?.string,
                let session = try await services.sessions.session(handle: handle, in: login.face.realm.id)
            else { continue }
            return SignedInPage(
                language: language, name: session.username, claims: claims, tokens: issuedTokens(content, login.face.realm),
                accountPath: HostedPath.account(of: login.face.realm.path),
                signOut: PageForm(action: HostedPath.signOut, csrfToken: forms.token(for: cookie)))
        }
        return nil
    }

    private func issuedTokens(_ content: JSONObject, _ realm: Realm) -> [SignedInPage.IssuedToken] {
        [
            .init("Access token", lifetime: content["expires_in"]?.integer.flatMap { Int(exactly: $0) }),
            .init("ID token", lifetime: realm.settings[TokenSettings.self].idTokenLifetime),
        ]
    }

    private func welcomePage(_ login: WelcomeLogin, _ language: Language) -> WelcomePage {
        let links = WelcomePage.RealmLinks(
            name: login.face.realm.path.name, discovery: login.face.url(of: .discovery), keys: login.face.url(of: .keys))
        var ways: [WelcomePage.Way: String] = [:]
        for (way, name) in WelcomeClient.classes
        where login.face.realm.settings[AuthorizationSettings.self].journeysByContextClass[name] != nil {
            ways[way] = HostedPath.signIn + HostedPath.query([("with", name)])
        }
        return WelcomePage(
            language: language, signInPath: HostedPath.signIn, otherWays: ways, demonstration: configuration.demonstration,
            realms: [links])
    }
}

extension PublicAddress {
    /// Whether a server that is known as `localhost` was asked by the machine's loopback address: the cookies of the one aren't sent to the
    /// other, and a sign-in that began there would never end.
    func isNamed(otherwiseBy authority: String?) -> Bool {
        guard let authority else { return false }
        return ["127.0.0.1", "[::1]"].contains { address in
            authority.hasPrefix(address) && origin.hasSuffix("://localhost" + authority.dropFirst(address.utf8.count))
        }
    }
}
