import FederationTesting
import Foundation
import JOSE
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Services
import Sessions
import Directory

@Suite("ID tokens in a header")
struct IDTokenValidatorTests {
    private static let keys = "oidcValidationType: JWK_URL, oidcValidationValue: 'https://id.example.com/keys'"
    private static let discovery = "oidcValidationValue: 'https://id.example.com/.well-known/openid-configuration'"
    private static let shared = "oidcValidationType: CLIENT_SECRET, secretId: client"
    private static let secret = "a secret of at least thirty-two bytes"

    private static func journey(_ source: String) -> String {
        """
        name: Token
        start: token
        nodes:
          token:
            idTokenValidator:
              { \(source), idTokenIssuer: 'https://id.example.com', audienceName: gatehouse, authorisedParties: [ app ], script: Find }
            "true": done
            "false": refused
          done: { setState: { attributes: { done: x } }, next: success }
          refused: { message: { message: refused }, "true": failure, "false": failure }
        """
    }

    /// What comes of a token: the session's user, or what the step or the error says.
    private func end(
        _ source: String = keys, headers: (PretendProvider) throws -> [String], find: String = "({ userName: jwtClaims.sub })",
        in header: String = "OIDC_ID_TOKEN"
    ) async throws -> String {
        var found = ""
        try await SocialHarness.with { social in
            try await social.save(find, as: "Find")
            try await social.base.domain.directory.secrets.set(Secret(Self.secret), as: "client", in: social.base.realm)
            try await social.base.add(Self.journey(source))
            let facts = RequestFacts(headers: try headers(social.provider).map { .init(header, $0) })
            do {
                let reply = try await social.base.start("Token") { $0.client.request = { facts } }
                if case .step(let step) = reply {
                    found = step.message ?? ""
                } else {
                    found = try reply.success.session?.username ?? "none"
                }
            } catch let error as JourneyRunError { found = "\(error.code)" }
        }
        return found
    }

    private static func token(
        _ provider: PretendProvider, as subject: String = "demo", _ change: @escaping @Sendable (inout JWTClaims) -> Void = { _ in },
        forged: Bool = false
    ) throws -> String {
        try provider.idToken(subject: subject, nonce: nil, PretendProvider.Script(claims: change, signsWithOtherKey: forged))
    }

    @Test("a good token proves who the user is", arguments: [keys, discovery])
    func good(_ source: String) async throws {
        #expect(try await end(source) { [try Self.token($0)] } == "demo")
    }

    @Test("a token signed with the client's secret")
    func secret() async throws {
        let sign = { (secret: String) throws in
            var claims = JWTClaims()
            (claims.issuer, claims.subject, claims.audience) = ("https://id.example.com", "demo", ["gatehouse"])
            (claims.issuedAt, claims.expires) = (ManualTime().now, ManualTime().now + 300)
            return try JWT.sign(claims, with: try SigningKey(JWK(.symmetric(Secret(secret))), algorithm: .hs256))
        }
        #expect(try await end(Self.shared) { _ in [try sign(Self.secret)] } == "demo")
        #expect(try await end(Self.shared) { _ in [try sign("another secret of at least thirty-two bytes")] } == "refused")
        // Nor is a public key anybody's secret.
        #expect(try await end(Self.keys) { _ in [try sign(Self.secret)] } == "refused")
        #expect(try await end(Self.shared) { [try Self.token($0)] } == "refused")
    }

    @Test("a token issued to a party that is named; one to another isn't taken, nor one for that party")
    func parties() async throws {
        let issued = { (party: String, audience: [String]) in
            { @Sendable (claims: inout JWTClaims) in
                claims["azp"] = .string(party)
                claims.audience = audience
            }
        }
        #expect(try await end { [try Self.token($0, issued("app", ["gatehouse", "app"]))] } == "demo")
        #expect(try await end { [try Self.token($0, issued("evil", ["gatehouse", "evil"]))] } == "refused")
        #expect(try await end { [try Self.token($0, issued("app", ["app"]))] } == "refused")
    }

    @Test("what is no good token is refused", arguments: 0..<7)
    func refused(_ index: Int) async throws {
        let result = try await end { provider in
            switch index {
            case 0: []
            case 1: [""]
            case 2: [try Self.token(provider), try Self.token(provider)]
            case 3: [try Self.token(provider, forged: true)]
            case 4: [try Self.token(provider, { $0.issuer = "https://evil.example" })]
            case 5: [try Self.token(provider, { $0.expires = ManualTime().now - 60 })]
            default: [try Self.token(provider, { $0.expires = ManualTime().now + 3601 })]
            }
        }
        #expect(result == "refused")
    }

    @Test(
        "who isn't found is nobody: all attributes must be one user's",
        arguments: ["({ userName: 'nobody' })", "({})", "({ userName: jwtClaims.sub, mail: 'other@example.com' })"])
    func nobody(_ find: String) async throws {
        #expect(try await end(headers: { [try Self.token($0)] }, find: find) == "failed")
    }

    @Test("the token is in the header that the node names", arguments: [("X-Token", "demo"), ("OIDC_ID_TOKEN", "refused")])
    func header(_ header: String, _ expected: String) async throws {
        #expect(try await end(Self.keys + ", headerName: x-token", headers: { [try Self.token($0)] }, in: header) == expected)
    }

    @Test("a token may live so many minutes", arguments: [(5, "demo"), (4, "refused")])
    func lifetime(_ minutes: Int, _ expected: String) async throws {
        #expect(try await end(Self.keys + ", unreasonableLifetimeLimit: \(minutes)") { [try Self.token($0)] } == expected)
    }

    @Test("the script sees the keys of the state that the node names", arguments: [("realm", "demo"), ("other", "failed")])
    func inputs(_ input: String, _ expected: String) async throws {
        let find = "({ userName: nodeState.get('realm') === '/alpha' ? 'demo' : 'nobody' })"
        #expect(try await end(Self.keys + ", inputs: [ \(input) ]", headers: { [try Self.token($0)] }, find: find) == expected)
    }

    @Test("keys that can't be read end the node")
    func unreachable() async throws {
        let source = "oidcValidationType: JWK_URL, oidcValidationValue: 'https://id.example.com/nothing'"
        #expect(try await end(source) { [try Self.token($0)] } == "refused")
    }
}
