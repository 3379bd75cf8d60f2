import DeviceFoundation
import Directory
import FRAuth
import FRCore
import Foundation
import Primitives
import ServerTesting
import Services
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Against a server: assembled without FRAuth.start")
    struct LiveAssembly {
        private let harness: Harness

        init() throws { harness = try Harness() }

        private func server(_ live: LiveServer) throws -> ServerConfig {
            ServerConfigBuilder(url: try #require(URL(string: live.base)), realm: "alpha").set(timeout: 20).set(enableCookie: true)
                .set(cookieName: "iPlanetDirectoryPro").set(authenticatePath: "/json/realms/alpha/authenticate")
                .set(tokenPath: "/oauth2/realms/alpha/access_token").set(authorizePath: "/oauth2/realms/alpha/authorize")
                .set(userInfoPath: "/oauth2/realms/alpha/userinfo").set(revokePath: "/oauth2/realms/alpha/token/revoke")
                .set(sessionPath: "/json/realms/alpha/sessions").set(endSessionPath: "/oauth2/realms/alpha/connect/endSession").build()
        }

        private func client(_ live: LiveServer, signoutRedirectUri: URL? = nil) throws -> OAuth2Client {
            OAuth2Client(
                clientId: "iosClient", scope: "openid profile",
                redirectUri: try #require(URL(string: "frauth://com.forgerock.ios.frexample")), signoutRedirectUri: signoutRedirectUri,
                serverConfig: try server(live))
        }

        private func signIn(_ live: LiveServer) async throws -> Token {
            let service = AuthService(name: "Login", serverConfig: try server(live))
            let first: Outcome<Token> = await outcome { service.next(completion: $0) }
            let node = try #require(first.node, "\(String(describing: first.error))")
            #expect(service.serviceName == "Login" && node.authServiceId == service.authServiceId)
            let last: Outcome<Token> = await node.signIn()
            return try #require(last.result, "\(String(describing: last.error))")
        }

        @Test("a journey leads to a session, which a client exchanges for tokens, refreshes and revokes; nothing is kept")
        func life() async throws {
            try await harness.live { live in
                let session = try await signIn(live)
                #expect(FRAuth.shared == nil && FRSession.currentSession == nil)
                #expect(try await live.isAlive(session.value))
                let client = try client(live)
                let got: Outcome<AccessToken> = await answer { client.exchangeToken(token: session, completion: $0) }
                let tokens = try #require(got.result, "\(String(describing: got.error))")
                #expect(tokens.idToken != nil && tokens.refreshToken != nil)
                #expect(try client.exchangeTokenSync(token: session)?.value != tokens.value)
                let refreshed = try client.refreshSync(refreshToken: try #require(tokens.refreshToken))
                #expect(refreshed.value != tokens.value)
                let revoked: Outcome<Void> = await done { client.revoke(accessToken: refreshed, completion: $0) }
                #expect(revoked.error == nil)
                let again: Outcome<AccessToken> = await answer {
                    client.refresh(refreshToken: refreshed.refreshToken ?? "", completion: $0)
                }
                #expect(again.result == nil && again.error is OAuth2Error)
                for service in ["session", "tokens", "cookies"] { #expect(try await harness.store.keys(in: service).isEmpty) }
            }
        }

        @Test("the end of an OpenID session names the address to come back to")
        func end() async throws {
            try await harness.live { live in
                let back = try #require(URL(string: "frauth://com.forgerock.ios.frexample/out"))
                let applications = live.server.domain.directory.applications
                var application = try #require(try await applications.application("iosClient", in: live.realm.id))
                application.settings.postLogoutRedirectURIs = [back.absoluteString]
                try await applications.update(application)
                let client = try client(live, signoutRedirectUri: back)
                let tokens = try #require(try client.exchangeTokenSync(token: try await signIn(live)))
                let ended: Outcome<Void> = await done { client.endSession(idToken: tokens.idToken ?? "", completion: $0) }
                #expect(ended.error == nil)
                let sent = try #require(live.wire.requests(to: "connect/endSession").last)
                #expect(sent.url.query(percentEncoded: false)?.contains("post_logout_redirect_uri=\(back)") == true)
            }
        }

        @Test("tokens and a user need a client, which a journey of its own has none of; an unknown session gets no tokens")
        func refused() async throws {
            try await harness.live { live in
                let url = try #require(URL(string: live.base))
                let server = ServerConfigBuilder(url: url, realm: "alpha").build()
                let service = AuthService(name: "Login", serverConfig: server)
                let first: Outcome<FRUser> = await outcome { service.nextWithUserCompletion(completion: $0) }
                let user: Outcome<FRUser> = try await #require(first.node).signIn()
                let second: Outcome<AccessToken> = await outcome { service.nextWithAccessTokenCompletion(completion: $0) }
                let tokens: Outcome<AccessToken> = try await #require(second.node).signIn()
                for error in [user.error, tokens.error] {
                    guard case AuthError.invalidOAuth2Client? = error as? AuthError else { throw try #require(error) }
                }
                #expect(throws: AuthError.self) { try client(live).exchangeTokenSync(token: Token("unknown")) }
                let wrong = ServerConfigBuilder(url: try #require(URL(string: "am"))).build()
                let failed: Outcome<Token> = await outcome { AuthService(name: "Login", serverConfig: wrong).next(completion: $0) }
                #expect(failed.error is ConfigError)
            }
        }

        @Test("an app's own requests: with cookies and interceptors of the started SDK, and without one")
        func requests() async throws {
            struct Marked: FRCore.RequestInterceptor {
                func intercept(request: Request, action: Action) -> Request {
                    var request = request
                    request.updateHeader(headers: ["X-Marked": action.type])
                    return request
                }
            }
            try await harness.live { live in
                FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [Marked()])
                let info = Request(url: live.base + "/json/serverinfo/*", method: .GET)
                for isStarted in [false, true] {
                    if isStarted { try await harness.signIn(at: live) }
                    guard case .success(let result, let response as HTTPURLResponse) = FRRestClient.invokeSync(request: info) else {
                        throw UnexpectedResult()
                    }
                    #expect(response.statusCode == 200 && result["realm"] != nil)
                    let plain = try #require(live.wire.requests(to: "serverinfo/*").last)
                    #expect(plain.headers["X-Marked"] == nil && (plain.headers["Cookie"] != nil) == isStarted)
                    _ = FRRestClient.invokeSync(request: info, action: Action(type: .USER_INFO))
                    #expect(live.wire.requests(to: "serverinfo/*").last?.headers["X-Marked"] == "USER_INFO")
                }
                let missing = Request(url: live.base + "/nowhere", method: .GET)
                let failed: RestClient.Result = await withCheckedContinuation { continuation in
                    RestClient.shared.invoke(request: missing) { continuation.resume(returning: Handed(result: $0)) }
                }.result
                guard case .failure(NetworkError.apiRequestFailure(_, let answer as HTTPURLResponse, _)) = failed else {
                    throw UnexpectedResult()
                }
                #expect(answer.statusCode == 404)
                guard case .failure(NetworkError.invalidRequest) = RestClient.shared.invokeSync(request: Request(url: "", method: .GET))
                else {
                    throw UnexpectedResult()
                }
            }
        }
    }
}

private struct UnexpectedResult: Error {}

/// What a completion got.
private struct Handed: @unchecked Sendable {  // handed over once
    let result: RestClient.Result
}

/// Waits for a completion with an error alone.
private func done(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> Outcome<Void> {
    await withCheckedContinuation { continuation in
        call { continuation.resume(returning: Outcome(result: nil, node: nil, error: $0)) }
    }
}
