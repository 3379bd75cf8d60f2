import Foundation
import NIOHTTP1
import OAuthMessages
import Primitives
import Testing

extension Peer {
    static let journey = "authenticate?authIndexType=service&authIndexValue="

    /// The first step of a journey.
    func start(_ journey: String = "sdkUsernamePasswordJourney") async throws -> JSONValue {
        try await am(Self.journey + journey).json
    }

    /// Answers a step of user name and password.
    func answer(_ step: JSONValue, user: String = Demo.user, password: JSONValue) async throws -> Reply {
        let body: JSONValue = [
            "authId": step["authId"] ?? .null,
            "callbacks": [
                ["type": "NameCallback", "input": [["name": "IDToken1", "value": .string(user)]]],
                ["type": "PasswordCallback", "input": [["name": "IDToken2", "value": password]]],
            ],
        ]
        return try await am("authenticate", body: body.text)
    }

    /// Signs in; the session token.
    func signIn() async throws -> String {
        let reply = try await answer(try await start(), password: .string(Demo.password))
        return try #require(reply.json["tokenId"]?.string, "sign-in answered \(reply.status): \(reply.text)")
    }

    /// A well-formed authorization request.
    func authorization(_ change: (inout [String: String]) -> Void = { _ in }) -> String {
        var parameters = [
            "client_id": Demo.client, "response_type": "code", "redirect_uri": Demo.redirect, "scope": "openid profile",
            "state": "s", "code_challenge": PKCE.challenge(of: Self.verifier), "code_challenge_method": "S256",
        ]
        change(&parameters)
        return FormBody(parameters.map { ($0.key, $0.value) }).encoded
    }

    /// A code for a session.
    func code(_ session: String) async throws -> String {
        let reply = try await send(.GET, "/am/oauth2/realms/alpha/authorize?" + authorization(), [(Demo.cookie, session)])
        return try #require(reply.redirected("code"), "authorize answered \(reply.status): \(reply.text)")
    }

    /// The form that exchanges a code.
    func exchange(_ code: String, verifier: String? = Peer.verifier) -> String {
        var form = FormBody([
            ("client_id", Demo.client), ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Demo.redirect),
        ])
        form.append("code_verifier", verifier)
        return form.encoded
    }

    /// The tokens of a fresh login.
    func tokens() async throws -> JSONValue {
        let code = try await code(try await signIn())
        return try await form("/am/oauth2/realms/alpha/access_token", exchange(code)).json
    }

    static let verifier = "policy-tests-verifier-policy-tests-verifier-1234"
}
