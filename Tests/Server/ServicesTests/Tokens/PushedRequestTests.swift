import Foundation
import JOSE
import OAuthMessages
import Primitives
import Store
import Testing
@testable import Services
@testable import OAuth

@Suite("RFC 9126: pushed authorization requests")
struct PushedRequestTests {
    private func push(_ harness: TokenHarness, _ changes: [String: String?] = [:]) async throws -> String {
        let form = harness.authorizationForm(changes)
        let answer = try await harness.domain.oauth.authorization.push(
            form, credentials: try ClientCredentials(authorization: nil, form: form), in: harness.realm, issuer: harness.issuer,
            from: "192.0.2.1")
        #expect(answer.expiresIn == 60)
        return answer.requestURI
    }

    private func use(
        _ uri: String, _ harness: TokenHarness, client: String = "app", signedIn: Bool = true
    ) async throws
        -> AuthorizationOutcome
    {
        try await harness.domain.oauth.authorization.respond(
            to: FormBody([("client_id", client), ("request_uri", uri), ("redirect_uri", "https://evil.example")]),
            session: signedIn ? harness.sessionToken : nil, in: harness.realm, issuer: harness.issuer)
    }

    @Test("a pushed request is used once, its parameters alone count")
    func once() async throws {
        try await withTokens { harness in
            let uri = try await push(harness)
            guard case .redirect(let location) = try await use(uri, harness) else {
                Issue.record("no redirect")
                return
            }
            #expect(location.hasPrefix(TokenHarness.redirect + "?code="))
            await #expect(throws: OAuthError(.invalidRequestURI, "")) { try await use(uri, harness) }
        }
    }

    @Test("of parallel uses one gets a code")
    func parallel() async throws {
        try await withTokens { harness in
            let uri = try await push(harness)
            let codes = await successes(8) {
                let answer = try TokenHarness.parameters(try await use(uri, harness))
                guard try answer.value("code") != nil else { throw CancellationError() }
            }
            #expect(codes == 1)
        }
    }

    @Test("it expires, but not while its user signs in")
    func expiry() async throws {
        try await withTokens { harness in
            let uri = try await push(harness)
            harness.time.advance(by: 59)
            guard case .signIn = try await use(uri, harness, signedIn: false) else {
                Issue.record("no sign-in")
                return
            }
            harness.time.advance(by: 120)
            #expect(try TokenHarness.parameters(try await use(uri, harness)).value("code") != nil)
            let other = try await push(harness)
            harness.time.advance(by: 60)
            await #expect(throws: OAuthError(.invalidRequestURI, "")) { try await use(other, harness) }
        }
    }

    @Test("it is the client's own, and checked when it is pushed")
    func checks() async throws {
        try await withTokens { harness in
            let uri = try await push(harness)
            await #expect(throws: OAuthError(.invalidRequestURI, "")) { try await use(uri, harness, client: "service") }
            await #expect(throws: OAuthError(.redirectURIMismatch, "")) {
                try await push(harness, ["redirect_uri": "https://evil.example"])
            }
            await #expect(throws: OAuthError(.invalidRequest, "")) { try await push(harness, ["code_challenge": nil]) }
            await #expect(throws: OAuthError(.invalidRequest, "")) { try await push(harness, ["request_uri": "urn:x"]) }
            await #expect(throws: OAuthError(.invalidClient, "")) { try await push(harness, ["client_id": "service"]) }
        }
    }
}
