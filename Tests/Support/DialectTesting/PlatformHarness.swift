import Foundation
import HTTPBase
package import HTTPTypes
import OAuthMessages
package import Primitives
import Store

package import Services
import Sessions
package import Directory
package import Foundations

/// A server with a worker application in `/alpha` that has every role, and a way to ask the platform's API.
package struct PlatformHarness {
    package let server: ServerHarness
    package let realm: Realm
    package let user: User
    /// An access token of the worker.
    package let token: String

    package init(time: ManualTime = ManualTime(), http: any OutboundHTTP = NoOutboundHTTP()) async throws {
        server = try await ServerHarness(http: http, time: time)
        realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        user = try await server.domain.directory.users.create(
            "platform", in: realm.id, attributes: ["givenName": "Ada", "sn": "King", "mail": "ada@example.com"])
        try await Self.makeWorker("worker", AdministratorRole.allCases, in: realm, server.domain)
        token = try await Self.token(of: "worker", in: realm, server)
    }

    /// A native application that devices are paired with.
    package static let native: JSONValue = [
        "name": "App", "type": "NATIVE_APP", "protocol": "OPENID_CONNECT", "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
        "tokenEndpointAuthMethod": "NONE", "redirectUris": ["org.example.app://callback"], "refreshTokenDuration": 3600,
        "mobile": [
            "bundleId": "org.example.app", "packageName": "org.example.app",
            "integrityDetection": [
                "mode": "ENABLED", "googlePlay": ["verificationType": "INTERNAL", "decryptionKey": "d", "verificationKey": "v"],
            ],
        ],
    ]

    /// The media type of an action.
    package static func mediaType(_ action: String) -> String { "application/vnd.pingidentity.\(action)+json" }

    package var environment: String { realm.id.uuidString.lowercased() }
    package var domain: Services { server.domain }

    package static func makeWorker(
        _ id: String, _ roles: [AdministratorRole], scopes: [String] = [], in realm: Realm, _ domain: Services
    ) async throws {
        var settings = ApplicationSettings()
        (settings.kind, settings.roles, settings.grantTypes) = (.worker, roles, [.clientCredentials])
        (settings.authentication, settings.defaultScopes) = (.secretBasic, scopes)
        try await domain.directory.applications.create(Application(id: id, realm: realm.id, settings: settings, secret: Secret("s3cret")))
    }

    package static func token(of id: String, in realm: Realm, _ server: ServerHarness) async throws -> String {
        let answer = try await server.send(
            .post, "/\(realm.id.uuidString.lowercased())/as/token",
            headers: [
                .authorization: "Basic " + Data("\(id):s3cret".utf8).base64EncodedString(),
                .contentType: "application/x-www-form-urlencoded",
            ], body: "grant_type=client_credentials")
        return answer.json["access_token"]?.string ?? ""
    }

    /// The token of another worker.
    package func token(_ roles: [AdministratorRole], scopes: [String] = []) async throws -> String {
        let id = "worker-\(UUID())"
        try await Self.makeWorker(id, roles, scopes: scopes, in: realm, domain)
        return try await Self.token(of: id, in: realm, server)
    }

    /// A user's own token with some scopes.
    package func userToken(_ user: User, scopes: [String]) async throws -> String {
        let id = "app-\(UUID())"
        var settings = ApplicationSettings()
        (settings.redirectURIs, settings.scopes) = (["https://app.example/cb"], scopes)
        try await domain.directory.applications.create(Application(id: id, realm: realm.id, settings: settings, secret: nil))
        let realm = realm
        let (_, session) = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        let verifier = String(repeating: "v", count: 43)
        let query = FormBody([
            ("client_id", id), ("response_type", "code"), ("redirect_uri", "https://app.example/cb"),
            ("scope", scopes.joined(separator: " ")), ("code_challenge", PKCE.challenge(of: verifier)), ("code_challenge_method", "S256"),
        ]).encoded
        let cookie = server.configuration.sessionCookie.name + "=" + session.reveal()
        let authorized = try await server.send(.get, "/\(environment)/as/authorize?\(query)", headers: [.cookie: cookie])
        let code = URLComponents(string: authorized.headers[.location] ?? "")?.queryItems?.first { $0.name == "code" }?.value ?? ""
        let form = FormBody([
            ("grant_type", "authorization_code"), ("client_id", id), ("code", code), ("redirect_uri", "https://app.example/cb"),
            ("code_verifier", verifier),
        ])
        let answer = try await server.send(
            .post, "/\(environment)/as/token", headers: [.contentType: "application/x-www-form-urlencoded"], body: form.encoded)
        return answer.json["access_token"]?.string ?? ""
    }

    /// Asks for something below the environment.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, type: String = "application/json", token: String? = nil
    ) async throws -> ServerResponse {
        var headers: HTTPFields = [.authorization: "Bearer " + (token ?? self.token)]
        if body != nil || type != "application/json" { headers[.contentType] = type }
        return try await server.send(method, "/v1/environments/\(environment)" + path, headers: headers, body: body?.text)
    }

    /// Asks for an action of a media type.
    package func act(
        _ path: String, _ action: String, _ body: JSONValue? = nil, method: HTTPRequest.Method = .post, token: String? = nil
    ) async throws -> ServerResponse {
        try await send(method, path, body, type: Self.mediaType(action), token: token)
    }
}
