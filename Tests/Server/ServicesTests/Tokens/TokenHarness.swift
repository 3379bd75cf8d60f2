import Foundation
import JOSE
import OAuthMessages
import Primitives
import Foundations
import Store
import Testing
@testable import Services
@testable import Sessions
import SignIn
@testable import OAuth
@testable import Directory

/// A domain with a signed-in user, a public and a confidential client, and one-line requests that go wrong in one place.
struct TokenHarness {
    /// RFC 7636 Appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirect = "https://localhost:8443/callback"

    let base: DomainHarness
    let session: UserSession
    let sessionToken: Secret
    let issuer = Issuer(name: "https://login.example.com/realms/alpha", aliases: ["https://login.example.com/am/alpha"])

    var domain: Services { base.domain }
    var realm: Realm { base.realm }
    var time: ManualTime { base.time }

    init(_ change: (inout RealmSettings) -> Void = { _ in }) async throws {
        let made = try await DomainHarness()
        var realm = made.realm
        change(&realm.settings)
        // Settings name journeys that are there.
        let (byLevel, byClass) = (
            realm.settings[SessionSettings.self].journeysByLevel.values,
            realm.settings[AuthorizationSettings.self].journeysByContextClass.values
        )
        for name in Set(realm.settings[SessionSettings.self].requiredJourneys + byLevel + byClass + ["Strong"]) {
            try await made.domain.signIn.journeys.save(["name": .string(name)], named: name, in: realm.id)
        }
        try await made.domain.directory.realms.update(realm)
        base = made.with(realm)
        (session, sessionToken) = try await base.signIn()
        try await base.domain.directory.applications.create(
            Application(id: "app", realm: realm.id, settings: Self.publicSettings, secret: nil))
        try await base.domain.directory.applications.create(
            Application(id: "service", realm: realm.id, settings: Self.confidentialSettings, secret: Secret("s3cret&=+ü")))
    }

    static var publicSettings: ApplicationSettings {
        var settings = ApplicationSettings()
        settings.redirectURIs = [redirect, "org.forgerock.demo://oauth2redirect", "http://127.0.0.1/callback"]
        settings.postLogoutRedirectURIs = ["https://localhost:8443/bye"]
        settings.scopes = ["openid", "profile", "email", "offline_access"]
        settings.defaultScopes = ["openid"]
        return settings
    }

    static var confidentialSettings: ApplicationSettings {
        var settings = publicSettings
        settings.authentication = .secretBasic
        settings.scopes += ["read"]
        settings.defaultScopes = ["read"]
        settings.grantTypes = [.authorizationCode, .refreshToken, .clientCredentials]
        return settings
    }

    /// Changes an application's settings.
    func change(_ id: String, _ change: (inout ApplicationSettings) -> Void) async throws {
        var application = try #require(try await domain.directory.applications.application(id, in: realm.id))
        change(&application.settings)
        try await domain.directory.applications.update(application)
    }

    // MARK: Authorization

    /// A whole authorization request, with parameters replaced, or removed (nil).
    func authorizationForm(_ changes: [String: String?] = [:]) -> FormBody {
        let parameters: [(String, String)] = [
            ("client_id", "app"), ("response_type", "code"), ("redirect_uri", Self.redirect), ("scope", "openid profile"),
            ("state", "af0ifjsldkj"), ("nonce", "n-0S6"), ("code_challenge", Self.challenge), ("code_challenge_method", "S256"),
        ]
        return Self.changed(parameters, changes)
    }

    func authorize(
        _ changes: [String: String?] = [:], session: Secret? = nil, signedIn: Bool = true
    ) async throws -> AuthorizationOutcome {
        try await domain.oauth.authorization.respond(
            to: authorizationForm(changes), session: signedIn ? session ?? sessionToken : nil, in: realm, issuer: issuer)
    }

    /// The parameters of the answer at the redirect URI.
    func answer(_ changes: [String: String?] = [:], signedIn: Bool = true) async throws -> FormBody {
        try Self.parameters(try await authorize(changes, signedIn: signedIn))
    }

    static func parameters(_ outcome: AuthorizationOutcome) throws -> FormBody {
        guard case .redirect(let location) = outcome else {
            Issue.record("the request led to the sign-in page")
            return FormBody()
        }
        return try FormBody(parsing: String(location.split(separator: "?", maxSplits: 1)[1]))
    }

    func code(_ changes: [String: String?] = [:]) async throws -> String {
        try #require(try await answer(changes).value("code"))
    }

    // MARK: Tokens

    /// A request of the public client, unless a secret is given.
    func request(_ parameters: [(String, String)], _ changes: [String: String?] = [:], basic: String? = nil) throws -> Tokens.Request {
        let form = Self.changed(parameters, changes)
        return Tokens.Request(
            form, credentials: try ClientCredentials(authorization: basic, form: form), realm: realm, issuer: issuer,
            address: "192.0.2.1")
    }

    func exchange(_ code: String, _ changes: [String: String?] = [:], basic: String? = nil) async throws -> TokenResponse {
        try await domain.oauth.tokens.tokens(
            for: request(
                [
                    ("grant_type", "authorization_code"), ("client_id", "app"), ("code", code), ("redirect_uri", Self.redirect),
                    ("code_verifier", Self.verifier),
                ], changes, basic: basic))
    }

    func refresh(_ token: Secret?, _ changes: [String: String?] = [:], basic: String? = nil) async throws -> TokenResponse {
        let text = try #require(token).reveal()
        return try await domain.oauth.tokens.tokens(
            for: request(
                [("grant_type", "refresh_token"), ("client_id", "app"), ("refresh_token", text)], changes, basic: basic))
    }

    /// Tokens of the public client.
    func tokens(_ changes: [String: String?] = [:]) async throws -> TokenResponse { try await exchange(try await code(changes)) }

    static let basic = "Basic " + Data("service:s3cret%26%3D%2B%C3%BC".utf8).base64EncodedString()

    func clientCredentials(_ changes: [String: String?] = [:]) async throws -> TokenResponse {
        try await domain.oauth.tokens.tokens(for: request([("grant_type", "client_credentials")], changes, basic: Self.basic))
    }

    func introspect(_ token: String, basic: String = basic) async throws -> IntrospectionResponse {
        try await domain.oauth.tokens.introspect(request([("token", token)], basic: basic))
    }

    /// Whether a token is active in the eyes of a client that may see all.
    func isActive(_ token: Secret?) async throws -> Bool {
        let text = try #require(token).reveal()
        try await change("service") { $0.defaultScopes = ["am-introspect-all-tokens"] }
        return try await introspect(text).isActive
    }

    func revoke(_ token: String, _ changes: [String: String?] = [:], basic: String? = nil) async throws {
        try await domain.oauth.tokens.revoke(request([("client_id", "app"), ("token", token)], changes, basic: basic))
    }

    /// The verified claims of a token of this realm.
    /// - Parameter algorithm: nil for that of a client that wasn't told another.
    func claims(_ token: String, type: String, algorithm: SignatureAlgorithm? = nil) async throws -> JWTClaims {
        let keys = try await domain.directory.keys.keys(of: realm.id)
        let policy = JWTPolicy(
            algorithms: [algorithm ?? (type == "JWT" ? .rs256 : .es256)], issuer: issuer.name, audience: nil, type: type, leeway: 0)
        return try policy.verify(token, keys: keys.verifiers(at: time.now), at: time.now).claims
    }

    func auditKinds() async throws -> [String] {
        try await AuditLog.seal(base.database)
        return try await base.database.read { transaction in
            try transaction.rows("SELECT kind FROM audit_event WHERE kind NOT LIKE '%.changed' ORDER BY seq").map { try $0.text("kind") }
        }
    }

    func close() async { await base.close() }

    private static func changed(_ parameters: [(String, String)], _ changes: [String: String?]) -> FormBody {
        var form = FormBody(parameters.compactMap { name, value in changes.keys.contains(name) ? nil : (name, value) })
        for (name, value) in changes { form.append(name, value) }
        return form
    }
}

/// Runs a test with a harness that goes afterwards.
func withTokens(
    _ change: (inout RealmSettings) -> Void = { _ in }, _ body: (TokenHarness) async throws -> Void
) async throws {
    let harness = try await TokenHarness(change)
    do { try await body(harness) } catch {
        await harness.close()
        throw error
    }
    await harness.close()
}

/// How many of some parallel attempts succeed.
func successes(_ count: Int, _ attempt: @escaping @Sendable () async throws -> Void) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<count {
            group.addTask { do { try await attempt(); return true } catch { return false } }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}
