import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import JOSE
import Primitives
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("While a user is signed in")
    struct SignedIn {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("login and register, in the app and in the browser, say that the user is signed in already")
        func already() async throws {
            try await harness.signIn()
            let login: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let register: Outcome<FRUser> = await outcome { FRUser.register(completion: $0) }
            let browser: Outcome<FRUser> = await answer { completion in
                let browser: Browser = FRUser.browser().build()
                browser.login { completion($0, $1) }
            }
            for result in [login, register, browser] { #expect(result.error as? AuthError == .userAlreadyAuthenticated(true)) }
            try await harness.store.delete(StoreKey("tokens", try #require(await harness.store.keys(in: "tokens").first)))
            let sessionOnly: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(sessionOnly.error as? AuthError == .userAlreadyAuthenticated(false))
        }

        @Test("after another session, the user has no tokens until they are asked for; the earlier ones are revoked")
        func stale() async throws {
            try await harness.signIn()
            let earlier = try #require(FRUser.currentUser?.token)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let last: Outcome<Token> = try await #require(first.node).signIn()
            #expect(last.result != nil && FRUser.currentUser != nil && FRUser.currentUser?.token == nil)
            #expect(harness.server.revoked == [earlier.refreshToken])
            #expect(try FRUser.currentUser?.getAccessToken().token?.value != earlier.value)
        }

        @Test("completions infer what they bring")
        func inferred() async throws {
            try FRAuth.start(options: Harness.options)
            let node = await withCheckedContinuation { continuation in
                FRSession.authenticate(authIndexValue: "Login") { token, node, error in
                    continuation.resume(returning: Outcome(result: token, node: node, error: error))
                }
            }.node
            #expect(node?.authServiceId.isEmpty == false && node?.debugDescription.contains("NameCallback") == true)
        }

        @Test("tokens: header, lifetime, and coding")
        func tokens() async throws {
            try await harness.signIn()
            let user = try #require(FRUser.currentUser)
            let token = try #require(user.token)
            #expect(token.expiresIn == 3600 && token.buildAuthorizationHeader() == "Bearer \(token.value)")
            #expect(
                user.buildAuthHeader() == "Bearer \(token.value)" && token.expiration > harness.time.now && token as Token === token)
            let coded = try JSONDecoder().decode(AccessToken.self, from: try JSONEncoder().encode(token))
            #expect(coded == token && coded.scope == token.scope && coded.expiration == token.expiration)
            for text in [token.debugDescription, user.debugDescription, FRSession.currentSession?.debugDescription ?? ""] {
                #expect(!text.isEmpty && !text.contains(token.value) && !text.contains("session-1"))
            }
            #expect(FRAuth.shared?.options?.oauthClientId == "iosClient")
        }

        @Test("tokens and claims are archived securely")
        func archived() async throws {
            try await harness.signIn()
            func copy<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
                let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
                return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
            }
            let access = try #require(FRUser.currentUser?.token)
            let accessCopy = try #require(try copy(access))
            #expect(accessCopy == access && accessCopy.expiration == access.expiration && accessCopy.scope == access.scope)
            let session = try #require(FRSession.currentSession?.sessionToken)
            let sessionCopy = try #require(try copy(session))
            #expect(sessionCopy == session && sessionCopy.realm == session.realm && sessionCopy.successUrl == session.successUrl)
            harness.server.on("userinfo") { _ in
                .json(["sub": "demo", "email_verified": true, "updated_at": 1_700_000_000, "address": ["locality": "London"]])
            }
            let result: Outcome<UserInfo> = await answer { FRUser.currentUser?.getUserInfo(completion: $0) }
            let received = try #require(result.result)
            let info = try #require(try copy(received))
            #expect(info.sub == "demo" && info.emailVerified == true && info.userInfo["updated_at"] as? Int == 1_700_000_000)
            let address = try #require(info.address)
            #expect(try copy(address)?.address as? [String: String] == ["locality": "London"])
        }

        @Test("tokens without a type are Bearer tokens")
        func untyped() async throws {
            let server = harness.server
            server.on("access_token") { request in
                guard let nonce = server.requests(to: "authorize").last?.query["nonce"] else { return nil }
                return .json([
                    "access_token": "opaque", "expires_in": 60,
                    "id_token": .string(server.idToken(nonce: nonce) { $0.audience = ["iosClient"] }),
                ])
            }
            try await harness.signIn()
            #expect(FRUser.currentUser?.token?.buildAuthorizationHeader() == "Bearer opaque")
        }

        @Test("revokeAccessToken takes the tokens and leaves the session")
        func revoked() async throws {
            try await harness.signIn()
            let user = try #require(FRUser.currentUser)
            let result: Outcome<FRUser> = await answer { user.revokeAccessToken(completion: $0) }
            #expect(result.error == nil && user.token == nil && FRSession.currentSession != nil && harness.server.revoked.count == 1)
            let again: Outcome<FRUser> = await answer { user.revokeAccessToken(completion: $0) }
            #expect(again.error as? TokenError == .nullToken && user.buildAuthHeader().isEmpty)
        }

        @Test("revokeAccessToken hands over the user also when the server fails: the tokens are gone from the device")
        func revocationFailed() async throws {
            try await harness.signIn()
            harness.server.on("revoke") { _ in HTTPResponse(status: 500) }
            let result: Outcome<FRUser> = await answer { FRUser.currentUser?.revokeAccessToken(completion: $0) }
            #expect(result.error != nil && result.result != nil && result.result?.token == nil)
        }

        @Test("users are equal by their tokens")
        func equal() async throws {
            try await harness.signIn()
            let (one, other) = (try #require(FRUser.currentUser), try #require(FRUser.currentUser))
            #expect(one == other && one.hash == other.hash && !one.isEqual(one.token))
            let options = Harness.options
            options.realm = "beta"
            let elsewhere = FRUser(try Runtime(options, environment: .current))
            #expect(one != elsewhere)
        }

        @Test("a journey that makes no session ends with neither a result nor an error, whatever the completion is for")
        func sessionless() async throws {
            try FRAuth.start(options: Harness.options)
            harness.server.on("authenticate") { _ in
                .json(["message": "Authentication Successful", "successUrl": "/am/console", "realm": "/alpha"])
            }
            let user: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            #expect(user.result == nil && user.node == nil && user.error == nil)
            let token: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Check", completion: $0) }
            #expect(token.result == nil && token.node == nil && token.error == nil)
            harness.server.on("authenticate") { _ in nil }
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let node = try #require(first.node)
            harness.server.on("authenticate") { _ in
                .json(["message": "Authentication Successful", "successUrl": "/am/console", "realm": "/alpha"])
            }
            let access: Outcome<AccessToken> = await outcome { node.nextWithAccessTokenCompletion(completion: $0) }
            #expect(access.result == nil && access.node == nil && access.error == nil)
        }

        @Test("next by the name of its result: user, access token, session token")
        func named() async throws {
            try FRAuth.start(options: Harness.options)
            func answered() async throws -> Node {
                FRUser.currentUser?.logout()
                let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
                let node = try #require(first.node)
                (node.callbacks[0] as? NameCallback)?.setValue("demo")
                (node.callbacks[1] as? PasswordCallback)?.setValue("Ch4ng3it!")
                return node
            }
            let (byUser, byAccess, bySession) = (try await answered(), try await answered(), try await answered())
            let user: Outcome<FRUser> = await outcome { byUser.nextWithUserCompletion(completion: $0) }
            let access: Outcome<AccessToken> = await outcome { byAccess.nextWithAccessTokenCompletion(completion: $0) }
            let session: Outcome<Token> = await outcome { bySession.nextWithTokenCompletion(completion: $0) }
            #expect(user.result != nil && access.result?.tokenType == "Bearer")
            #expect(session.result?.value == FRSession.currentSession?.sessionToken?.value)
        }

        @Test("a new session ends the one before at the server, and leaves the cookies of the new one alone")
        func replaced() async throws {
            try await harness.signIn()
            let earlier = try #require(FRSession.currentSession?.sessionToken?.value)
            let first: Outcome<Token> = await outcome { FRSession.authenticate(authIndexValue: "Login", completion: $0) }
            let last: Outcome<Token> = try await #require(first.node).signIn()
            let now = try #require(last.result?.value)
            #expect(harness.server.sessions == [now] && now != earlier)
            let logout = try #require(harness.server.requests(to: "sessions").last)
            #expect(logout.headers["iPlanetDirectoryPro"] == earlier && logout.headers["Cookie"] == nil)
        }

        @Test("a refresh that is refused, and an authorization that then answers 400, mean that the user must sign in")
        func refused() async throws {
            try await harness.signIn()
            harness.server.change { $0.refreshTokens = [] }
            harness.server.on("authorize") { _ in HTTPResponse(status: 400) }
            let result: Outcome<FRUser> = await answer { FRUser.currentUser?.refresh(completion: $0) }
            #expect(result.error as? AuthError == .userAuthenticationRequired && FRUser.currentUser == nil)
        }

        @Test("logout with a browser ends its session, and comes back to the sign-out redirect")
        func browserLogout() async throws {
            let options = Harness.options
            options.oauthSignoutRedirectUri = "frauth://signed-out"
            try await harness.signIn(options)
            let opener = harness.opener
            let back = Task {
                for _ in 0..<2000 where opener.opened.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                return Browser.validateBrowserLogin(try #require(URL(string: "frauth://signed-out")))
            }
            let error: (any Error)? = await withCheckedContinuation { continuation in
                FRUser.currentUser?.logout(presentingViewController: harness.opener) { continuation.resume(returning: $0) }
            }
            #expect(try await back.value && error == nil && FRUser.currentUser == nil)
            let page = HTTPRequest(.get, try #require(opener.opened.last))
            #expect(page.url.path().hasSuffix("endSession") && page.query["post_logout_redirect_uri"] == "frauth://signed-out")
            #expect(page.query["id_token_hint"]?.isEmpty == false && harness.server.sessions.isEmpty && harness.server.revoked.count == 1)
        }

        @Test("the OpenID session is ended without an ID token where that is forced")
        func forced() async throws {
            let options = Harness.options
            options.oauthScope = "profile"
            try await harness.signIn(options)
            FRUser.currentUser?.logout(forceEndSession: true)
            try await harness.eventually { [server = harness.server] in server.requests(to: "endSession").count == 1 }
        }

        @Test("logout ends the session and revokes the tokens; the OpenID session ends with the session, without a call of its own")
        func once() async throws {
            try await harness.signIn()
            FRUser.currentUser?.logout()
            try await harness.eventually { [server = harness.server] in server.sessions.isEmpty && server.revoked.count == 1 }
            #expect(harness.server.requests(to: "endSession").isEmpty)
        }

        @Test("all claims of OpenID Connect have their names")
        func claims() async throws {
            harness.server.on("userinfo") { _ in
                .json([
                    "sub": "demo", "middle_name": "B", "nickname": "Ada", "profile": "https://a.example", "gender": "f",
                    "birthdate": "1815-12-10",
                    "zoneinfo": "Europe/London", "locale": "en", "phone_number": "+44 1", "phone_number_verified": true,
                    "address": ["locality": "London"],
                ])
            }
            try await harness.signIn()
            let result: Outcome<UserInfo> = await answer { FRUser.currentUser?.getUserInfo(completion: $0) }
            let info = try #require(result.result)
            #expect(info.middleName == "B" && info.nickName == "Ada" && info.profile?.host() == "a.example" && info.gender == "f")
            #expect(
                info.birthDate == Date(timeIntervalSince1970: -4_861_728_000) && info.zoneInfo == "Europe/London" && info.locale == "en")
            #expect(
                info.phoneNumber == "+44 1" && info.phoneNumberVerified == true && info.address?.locality == "London"
                    && info.emailVerified == nil)
        }

        @Test("TokenManagementPolicy: resources get the token, and a renewed one where the delegate says so")
        func managed() async throws {
            final class Renewing: TokenManagementPolicyDelegate {
                func evaluateTokenRefresh(responseData: Data?, response: URLResponse?, error: (any Error)?) -> Bool {
                    (response as? HTTPURLResponse)?.statusCode == 401
                }
            }
            try await harness.signIn()
            let token = try #require(FRUser.currentUser?.token)
            let url = try #require(URL(string: "https://api.example.com/accounts"))
            harness.server.on("accounts") { request in
                request.headers["Authorization"] == token.buildAuthorizationHeader() ? HTTPResponse(status: 401) : .json(["ok": true])
            }
            FRURLProtocol.tokenManagementPolicy = TokenManagementPolicy(validatingURL: [url], delegate: Renewing())
            FRURLProtocol.frSecurityConfiguration = FRSecurityConfiguration(hashes: ["S4kZuhQQ1DPcXBSWFQXD0gG+UW7usdbVx6roNWpRl65I="])
            defer { (FRURLProtocol.tokenManagementPolicy, FRURLProtocol.frSecurityConfiguration) = (nil, nil) }
            #expect(FRURLProtocol.canInit(with: URLRequest(url: url)))
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [FRURLProtocol.self]
            let session = URLSession(configuration: configuration)
            let status = await withCheckedContinuation { continuation in
                session.dataTask(with: URLRequest(url: url)) { _, response, _ in
                    continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
                }.resume()
            }
            #expect(status == 200)
            let renewed = try #require(FRUser.currentUser?.token)
            #expect(
                renewed != token
                    && harness.server.requests(to: "accounts").last?.headers["Authorization"] == renewed.buildAuthorizationHeader())
            #expect(harness.pins.asked.withLock { $0.last }?.isEmpty == false)
        }
    }
}
