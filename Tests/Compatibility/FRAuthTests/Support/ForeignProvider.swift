import AsyncHTTPTransport
import DeviceFoundation
import FRAuth
import Foundation
import JourneyMessages
import Journeys
import OAuthMessages
import Primitives
import ServerTesting
import Testing
import Services
import Sessions
import Directory

/// Another server, at which the users of the first one have accounts; what its library would do in an app.
struct ForeignProvider: Sendable {
    let server: TestServer
    let time: ManualTime

    private static let redirect = "org.forgerock.demo://oauth2redirect"
    private var base: String { server.url + "/am" }
    private var issuer: String { base + "/oauth2/realms/root/realms/alpha" }

    /// Makes the first server know it: as `google-ios`, whose app is a public client, and as `facebook-ios`, which is asked about tokens.
    func register(at live: LiveServer) async throws {
        var google = IdentityProvider("google-ios", kind: .oidc, clientID: "sdkPublicClient", redirectURI: Self.redirect)
        google.authentication = .none
        var facebook = IdentityProvider("facebook-ios", kind: .oidc, clientID: "sdkConfidentialClient", redirectURI: Self.redirect)
        facebook.authentication = .basic
        facebook.secret = Secret("ch4ng3-th1s-s3cr3t")
        facebook.nativeClientIDs = ["sdkPublicClient"]
        for var provider in [google, facebook, IdentityProvider("Apple-iOS", kind: .oidc, clientID: "app", redirectURI: Self.redirect)] {
            provider.issuer = issuer
            if provider.name == "Apple-iOS" { provider.authentication = .none }
            try await live.server.domain.session.providers.save(provider, in: live.realm.id)
        }
    }

    /// Signs `demo` in, and returns the token of a type that the app gets.
    func token(for client: IdPClient, _ type: String) async throws -> String {
        let transport = try AsyncHTTPTransport()
        let session = try await session(over: transport)
        let random = SystemRandom()
        let verifier = PKCE.verifier(from: random)
        let request = AuthorizationRequest(
            clientID: "sdkPublicClient", redirectURI: Self.redirect, scope: "openid profile email", state: random.token(16),
            codeChallenge: PKCE.challenge(of: verifier), nonce: client.nonce)
        let url = try #require(URL(string: "\(issuer)/authorize?\(request.form.encoded)"))
        let answer = try await transport.send(HTTPRequest(.get, url, headers: ["iPlanetDirectoryPro": session]))
        let items = URLComponents(string: answer.headers["Location"] ?? "")?.queryItems
        let code = try #require(items?.first { $0.name == "code" }?.value)
        let tokens = try await tokens(for: code, verifier, over: transport)
        return try #require(type == "id_token" ? tokens.idToken : tokens.accessToken.reveal())
    }

    private func session(over transport: any HTTPTransport) async throws -> String {
        let device = DeviceFoundation.Device(transport: transport, store: InMemoryStore(), time: time, random: SystemRandom())
        let journey = Journey(at: ServerAddress(base, realm: "alpha"), on: device)
        let session = try await journey.run("sdkUsernamePasswordJourney") { step in
            step.answer(.name, with: "demo")
            step.answer(.password, with: Secret("Ch4ng3it!"))
        }
        return try #require(session.token).reveal()
    }

    private func tokens(for code: String, _ verifier: String, over transport: any HTTPTransport) async throws -> TokenResponse {
        var request = HTTPRequest(.post, try #require(URL(string: issuer + "/access_token")))
        request.setForm(
            encoded: FormBody([
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.redirect), ("code_verifier", verifier),
                ("client_id", "sdkPublicClient"),
            ]).encoded)
        return try TokenResponse(json: try await transport.send(request).json())
    }
}
