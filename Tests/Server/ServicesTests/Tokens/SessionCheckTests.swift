import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Sessions
@testable import OAuth
@testable import Directory

@Suite("Authorization: whether a session is there (response_type=none, id_token)")
struct SessionCheckTests {
    private static let bare: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil, "prompt": "none"]

    private static func check(_ type: String, _ changes: [String: String?] = [:]) -> [String: String?] {
        bare.merging(["response_type": type]) { $1 }.merging(changes) { $1 }
    }

    /// The parameters behind the `#` of the answer.
    private func fragment(_ outcome: AuthorizationOutcome) throws -> FormBody {
        guard case .redirect(let location) = outcome else { throw OAuthError(.serverError, "no redirect") }
        let parts = location.split(separator: "#")
        #expect(parts.count == 2 && parts[0] == TokenHarness.redirect)
        return try FormBody(parsing: String(parts[1]))
    }

    @Test("none: the redirect says so without a code, and nothing is granted")
    func none() async throws {
        try await withTokens { harness in
            let answer = try await harness.answer(Self.check("none"))
            #expect(answer.parameters.map(\.name) == ["iss", "state", "client_id", "session_state"])
            let refused = try await harness.answer(Self.check("none"), signedIn: false)
            #expect(try refused.value("error") == "login_required")
            let grants = try await harness.base.database.read { try $0.rows("SELECT id FROM grants").count }
            #expect(grants == 0)
        }
    }

    @Test("none without a place to go: the status says it, and an error is told at once")
    func bare() async throws {
        try await withTokens { harness in
            let check = Self.check("none", ["redirect_uri": nil])
            guard case .confirmed = try await harness.authorize(check) else {
                Issue.record("the session wasn't confirmed")
                return
            }
            await #expect(throws: OAuthError(.loginRequired, "")) { try await harness.authorize(check, signedIn: false) }
            await #expect(throws: OAuthError(.redirectURIMismatch, "")) {
                try await harness.authorize(Self.check("none", ["redirect_uri": "https://evil.example"]))
            }
        }
    }

    @Test("id_token: the fragment has an ID token of the session, bound to the request, and nothing else")
    func idToken() async throws {
        try await withTokens { harness in
            let answer = try fragment(try await harness.authorize(Self.check("id_token")))
            #expect(answer.parameters.map(\.name) == ["id_token", "iss", "state", "client_id", "session_state"])
            let claims = try await harness.claims(try #require(try answer.value("id_token")), type: "JWT")
            #expect(claims.subject == harness.base.user.id.uuidString.lowercased() && claims.audience == ["app"])
            #expect(claims["nonce"] == "n-0S6" && claims["sid"]?.string == harness.session.handle && claims["at_hash"] == nil)
            #expect(claims["auth_time"]?.integer == Int64(harness.session.created.timeIntervalSince1970))
            let refused = try fragment(try await harness.authorize(Self.check("id_token"), signedIn: false))
            #expect(try refused.value("error") == "login_required" && refused.value("id_token") == nil)
        }
    }

    @Test(
        "an ID token comes by way of the browser only silently, with a nonce, for openid, in the fragment; a token never",
        arguments: [
            ["prompt": nil], ["prompt": "login"], ["nonce": nil], ["scope": "profile"], ["response_mode": "query"],
            ["response_mode": "form_post"],
        ] as [[String: String?]])
    func refused(_ changes: [String: String?]) async throws {
        try await withTokens { harness in
            let answer = try fragment(try await harness.authorize(Self.check("id_token", changes)))
            #expect(try answer.value("error") == "invalid_request" && answer.value("id_token") == nil)
            for type in ["token", "id_token token", "code id_token", "code token"] {
                let answer = try await harness.answer(["response_type": type])
                #expect(try answer.value("error") == "unsupported_response_type")
            }
        }
    }

    @Test("to look is no use of the session: it ends for lying unused")
    func idle() async throws {
        try await withTokens { harness in
            let idle = TimeInterval(harness.realm.settings[SessionSettings.self].sessionIdleTime)
            for type in ["none", "id_token"] {
                harness.time.advance(by: idle / 3)
                _ = try await harness.authorize(Self.check(type))
            }
            harness.time.advance(by: idle / 3 + 1)
            #expect(try await harness.answer(Self.check("none")).value("error") == "login_required")
        }
    }
}
