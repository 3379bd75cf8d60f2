import Foundation
import HTTPBase
package import HTTPTypes
import OAuthMessages
package import Primitives
import Store

import Services
import Sessions
package import Directory
import Foundations

/// OAuth as a client speaks it, with raw forms.
package struct OpenIDHarness {
    /// RFC 7636 Appendix B.
    package static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    package static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    package static let redirect = "org.forgerock.demo://oauth2redirect"
    package static let basic = "Basic " + Data("backend:s3cret".utf8).base64EncodedString()

    package let server: ServerHarness
    package let realm: Realm
    package let session: Secret

    package init() async throws {
        server = try await ServerHarness()
        let domain = server.domain
        let realm = try await domain.directory.realms.realm(at: TestDomain.alpha)
        self.realm = realm
        var settings = ApplicationSettings()
        settings.redirectURIs = [Self.redirect]
        settings.postLogoutRedirectURIs = [Self.redirect]
        settings.scopes = ["openid", "profile", "email"]
        try await domain.directory.applications.create(Application(id: "app", realm: realm.id, settings: settings, secret: nil))
        settings.authentication = .secretBasic
        settings.grantTypes = [.clientCredentials]
        settings.scopes = ["read", "am-introspect-all-tokens"]
        try await domain.directory.applications.create(
            Application(id: "backend", realm: realm.id, settings: settings, secret: Secret("s3cret")))
        guard let user = try await domain.directory.users.user(named: "demo", in: realm.id) else { throw DomainError(.unknownUser, "demo") }
        session = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).1
        }
    }

    package static let am = "/am/oauth2/realms/root/realms/alpha"
    package static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    package static func query(_ changes: [String: String] = [:]) -> String {
        let parameters = [
            ("client_id", "app"), ("response_type", "code"), ("redirect_uri", redirect), ("scope", "openid profile"), ("state", "s t"),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ].filter { changes[$0.0] == nil }
        return FormBody(parameters + changes.map { ($0, $1) }).encoded
    }

    /// `GET …/authorize`, the session token in a header named like the cookie.
    package func authorize(_ changes: [String: String] = [:], at path: String = am, signedIn: Bool = true) async throws -> ServerResponse {
        let headers = signedIn ? server.presenting(session.reveal()) : [:]
        return try await server.send(.get, path + "/authorize?" + Self.query(changes), headers: headers)
    }

    package func post(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> ServerResponse {
        try await server.send(.post, path, headers: Self.form.merging(headers), body: body)
    }

    /// The tokens of a whole code flow.
    package func tokens() async throws -> JSONValue {
        let code = Self.parameter("code", of: try await authorize())
        return try await post(
            Self.am + "/access_token",
            "client_id=app&grant_type=authorization_code&code=\(code)&redirect_uri=\(Self.redirect)&code_verifier=\(Self.verifier)"
        ).json
    }

    /// A parameter of the answer's location; empty when there is none.
    package static func parameter(_ name: String, of answer: ServerResponse) -> String {
        guard let query = answer.headers[.location]?.split(separator: "?", maxSplits: 1).last else { return "" }
        return (try? FormBody(parsing: String(query)).value(name)) ?? ""
    }
}
