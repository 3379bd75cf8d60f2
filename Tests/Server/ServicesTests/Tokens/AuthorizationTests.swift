import Foundation
import JOSE
import OAuthMessages
import Primitives
import Sessions
import Store
import Testing
@testable import Services
@testable import OAuth
@testable import Directory

@Suite("Authorization: who is sent a code, and where to")
struct AuthorizationTests {
    @Test("a session gets a code; the answer is in the documented order")
    func success() async throws {
        try await withTokens { harness in
            let answer = try await harness.answer()
            #expect(answer.parameters.map(\.name) == ["code", "iss", "state", "client_id", "session_state"])
            #expect(try answer.value("iss") == harness.issuer.name)
            #expect(try answer.value("state") == "af0ifjsldkj")
        }
    }

    @Test(
        "a redirect URI with a query, and one of a custom scheme",
        arguments: [
            ("org.forgerock.demo://oauth2redirect", "org.forgerock.demo://oauth2redirect?code="),
            ("http://127.0.0.1:49152/callback", "http://127.0.0.1:49152/callback?code="),
        ])
    func redirects(_ uri: String, _ start: String) async throws {
        try await withTokens { harness in
            guard case .redirect(let location) = try await harness.authorize(["redirect_uri": uri]) else {
                Issue.record("no redirect")
                return
            }
            #expect(location.hasPrefix(start))
        }
    }

    @Test(
        "what must not be redirected is thrown",
        arguments: [
            (["client_id": nil], OAuthError.Code.invalidRequest), (["client_id": "nobody"], .invalidClient),
            (["redirect_uri": nil], .invalidRequest), (["redirect_uri": ""], .invalidRequest),
            (["redirect_uri": "https://localhost:8443/callback/"], .redirectURIMismatch),
            (["redirect_uri": "https://localhost:8443/callback?x=1"], .redirectURIMismatch),
            (["redirect_uri": "https://localhost:8443/callback/../elsewhere"], .redirectURIMismatch),
            (["redirect_uri": "https://localhost:8443@evil.example/callback"], .redirectURIMismatch),
            (["redirect_uri": "http://127.0.0.1:80@evil.example/callback"], .redirectURIMismatch),
            (["request_uri": "https://evil.example/request"], .invalidRequestURI),
            (["request_uri": "urn:ietf:params:oauth:request_uri:unknown"], .invalidRequestURI),
        ] as [([String: String?], OAuthError.Code)])
    func shown(_ changes: [String: String?], _ code: OAuthError.Code) async throws {
        try await withTokens { harness in
            await #expect(throws: OAuthError(code, "")) { try await harness.authorize(changes) }
        }
    }

    @Test("a parameter that stands twice is refused", arguments: ["client_id", "redirect_uri"])
    func duplicateShown(_ name: String) async throws {
        try await withTokens { harness in
            var form = harness.authorizationForm()
            form.append(name, try form.value(name))
            await #expect(throws: OAuthError(.invalidRequest, "")) {
                try await harness.domain.oauth.authorization.respond(
                    to: form, session: harness.sessionToken, in: harness.realm, issuer: harness.issuer)
            }
        }
    }

    @Test(
        "a parameter that stands twice is refused to the redirect URI",
        arguments: [
            "scope", "state", "code_challenge", "code_challenge_method", "nonce", "response_type",
        ])
    func duplicateRedirected(_ name: String) async throws {
        try await withTokens { harness in
            var form = harness.authorizationForm()
            form.append(name, try form.value(name))
            let outcome = try await harness.domain.oauth.authorization.respond(
                to: form, session: harness.sessionToken, in: harness.realm, issuer: harness.issuer)
            #expect(try TokenHarness.parameters(outcome).value("error") == "invalid_request")
        }
    }

    @Test(
        "what else is wrong goes back to the client",
        arguments: [
            (["code_challenge": nil], "invalid_request"), (["code_challenge": ""], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"), (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge_method": "s256"], "invalid_request"),
            (["code_challenge": TokenHarness.challenge + "A"], "invalid_request"),
            (["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"], "invalid_request"),
            (["response_type": nil], "invalid_request"), (["response_type": ""], "invalid_request"),
            (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_mode": "form_post"], "invalid_request"),
            (["request": "eyJhbGciOiJub25lIn0.e30."], "request_not_supported"),
            (["scope": "openid admin"], "invalid_scope"), (["scope": String(repeating: "a ", count: 1500)], "invalid_scope"),
            (["scope": "openid \u{1}"], "invalid_scope"), (["prompt": "none login"], "invalid_request"),
            (["prompt": "none consent"], "invalid_request"), (["prompt": "none create"], "invalid_request"),
            (["prompt": "create"], "invalid_request"), (["prompt": "Login"], "invalid_request"),
            (["prompt": "register"], "invalid_request"), (["id_token_hint": "x"], "invalid_request"),
            (["id_token_hint": "x", "prompt": "none"], "invalid_request"),
            (["max_age": "-1"], "invalid_request"), (["nonce": String(repeating: "n", count: 1025)], "invalid_request"),
        ] as [([String: String?], String)])
    func redirected(_ changes: [String: String?], _ error: String) async throws {
        try await withTokens { harness in
            let answer = try await harness.answer(changes)
            #expect(try answer.value("error") == error)
            #expect(try answer.value("error_description")?.isEmpty == false)
            #expect(try answer.value("state") == "af0ifjsldkj")
            #expect(try answer.value("iss") == harness.issuer.name)
            #expect(try answer.value("code") == nil)
        }
    }

    @Test("an application that may not, is disabled or wants consent gets no code")
    func application() async throws {
        try await withTokens { harness in
            try await harness.change("app") { $0.impliedConsent = false }
            let answer = try await harness.answer()
            #expect(try answer.value("error") == "consent_required")
            #expect(try answer.value("error_description") == "The request requires consent.")
            try await harness.change("app") { $0.grantTypes = [.refreshToken] }
            #expect(try await harness.answer().value("error") == "unauthorized_client")
            try await harness.change("app") { $0.isEnabled = false }
            await #expect(throws: OAuthError(.invalidClient, "")) { try await harness.authorize() }
        }
    }

    @Test("no living session, no code: a sign-in, or login_required when none may be asked for")
    func noSession() async throws {
        try await withTokens { harness in
            #expect(try await harness.wantsSignIn())
            let silent = try await harness.answer(["prompt": "none"], signedIn: false)
            #expect(try silent.value("error") == "login_required")
            #expect(try silent.value("error_description") == "Authentication is required.")
            #expect(try await harness.answer(["prompt": "none"]).value("code") != nil)
            try await harness.domain.directory.users.setStatus(.inactive, of: harness.base.user.id, in: harness.realm.id)
            #expect(try await harness.answer(["prompt": "none"]).value("error") == "login_required")
            try await harness.domain.directory.users.setStatus(.active, of: harness.base.user.id, in: harness.realm.id)
            harness.time.advance(by: 7200)
            #expect(try await harness.answer(["prompt": "none"]).value("error") == "login_required")
        }
    }
}

extension TokenHarness {
    /// Whether a request leads to the sign-in page.
    func wantsSignIn(_ changes: [String: String?] = [:], signedIn: Bool = false) async throws -> Bool {
        if case .signIn = try await authorize(changes, signedIn: signedIn) { true } else { false }
    }

    /// What the sign-in page is told.
    func demand(_ changes: [String: String?] = [:], signedIn: Bool = true) async throws -> SignInDemand {
        guard case .signIn(let demand) = try await authorize(changes, signedIn: signedIn) else {
            Issue.record("no sign-in was asked for")
            throw OAuthError(.serverError, "")
        }
        return demand
    }

    /// Comes back from the sign-in page.
    func comeBack(_ demand: SignInDemand, session: Secret) async throws -> AuthorizationOutcome {
        try await domain.oauth.authorization.respond(to: demand.request, session: session, in: realm, issuer: issuer)
    }
}
