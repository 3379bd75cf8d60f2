import FederationTesting
import Foundation
import JOSE
import JourneyMessages
import OAuthMessages
import Primitives
import Testing
import Sessions
import Foundations

@Suite("Signing in at an identity provider")
struct FederationTests {
    private let time = ManualTime()
    private let random = SeededRandom(seed: 7)

    @Test("the account of a code, with what the user info adds")
    func code() async throws {
        let (provider, login) = (IdentityProvider.pretend(), ProviderLogin("pretend", random: random))
        let (federation, pretend) = try make(nonce: login.nonce)
        let account = try await federation.account(ProviderAnswer(state: login.state, code: "c0de"), to: login, at: provider)
        #expect(account.subject == "ada-1" && ProviderAccount.attributes(of: account.normalised)["mail"] == "ada@example.com")
        let exchange = try #require(pretend.requests.first { $0.method == "POST" })
        let form = try FormBody(parsing: exchange.body ?? "")
        #expect(try form.value("code") == "c0de" && form.value("code_verifier") == login.verifier)
        #expect(try form.value("client_secret") == "s3cret" && form.value("redirect_uri") == provider.redirectURI)
    }

    @Test("an answer with one thing wrong is refused", arguments: Lie.all)
    func lies(_ lie: Lie) async throws {
        let login = ProviderLogin("pretend", random: random)
        let (federation, _) = try make(nonce: login.nonce, lie.script)
        var answer = ProviderAnswer(state: login.state, code: "c0de")
        lie.answer(&answer)
        await #expect(throws: FederationError(.notAuthentic, "")) {
            _ = try await federation.account(answer, to: login, at: IdentityProvider.pretend())
        }
    }

    @Test("a token that an app brings", arguments: [ProviderToken.Kind.idToken, .accessToken, .authorizationCode])
    func native(_ kind: ProviderToken.Kind) async throws {
        let login = ProviderLogin("pretend", random: random)
        let (federation, pretend) = try make(nonce: login.nonce)
        let token = kind == .idToken ? try pretend.idToken() : "opaque"
        let account = try await federation.account(ProviderToken(Secret(token), kind), to: login, at: IdentityProvider.pretend())
        #expect(account.subject == "ada-1")
    }

    @Test("an app's token that was meant for somebody else is refused", arguments: [ProviderToken.Kind.idToken, .accessToken])
    func stolen(_ kind: ProviderToken.Kind) async throws {
        let login = ProviderLogin("pretend", random: random)
        let script = PretendProvider.Script(
            claims: { $0.audience = ["other-app"] }, introspection: ["active": true, "client_id": "other-app"])
        let (federation, pretend) = try make(nonce: login.nonce, script)
        let token = kind == .idToken ? try pretend.idToken(script) : "opaque"
        await #expect(throws: FederationError(.notAuthentic, "")) {
            _ = try await federation.account(ProviderToken(Secret(token), kind), to: login, at: IdentityProvider.pretend())
        }
    }

    @Test("a native app's own client id is as good, and its nonce is looked at")
    func nativeClients() async throws {
        let login = ProviderLogin("pretend", random: random)
        var provider = IdentityProvider.pretend()
        provider.nativeClientIDs = ["gatehouse-ios"]
        let script = PretendProvider.Script(claims: { $0.audience = ["gatehouse-ios"] })
        let (federation, pretend) = try make(nonce: login.nonce, script)
        let token = ProviderToken(Secret(try pretend.idToken(script)), .idToken)
        #expect(try await federation.account(token, to: login, at: provider).subject == "ada-1")
        let other = ProviderLogin("pretend", random: random)
        await #expect(throws: FederationError(.notAuthentic, "")) { _ = try await federation.account(token, to: other, at: provider) }
        provider.checksNativeNonce = false
        #expect(try await federation.account(token, to: other, at: provider).subject == "ada-1")
    }

    @Test("Apple's secret is a token signed with the team's key, and its user's name comes beside the code")
    func apple() async throws {
        let key = try JWK.generate(.p256, random: random)
        var provider = IdentityProvider.pretend()
        provider.teamID = "TEAM"
        provider.keyID = "KEY"
        provider.secret = Secret(JSONValue.object(key.privateJSON).text)
        let login = ProviderLogin("pretend", random: random)
        let (federation, pretend) = try make(nonce: login.nonce)
        let user = #"{"name":{"firstName":"Ada","lastName":"Lovelace"}}"#
        let account = try await federation.account(ProviderAnswer(state: login.state, code: "c", user: user), to: login, at: provider)
        let attributes = ProviderAccount.attributes(of: account.normalised)
        #expect(attributes["givenName"] == "Ada" && attributes["sn"] == "Lovelace")
        let exchange = try #require(pretend.requests.first { $0.method == "POST" })
        let secret = try #require(try FormBody(parsing: exchange.body ?? "").value("client_secret"))
        let policy = JWTPolicy(algorithms: [.es256], issuer: "TEAM", audience: "https://appleid.apple.com", type: nil)
        var team = try #require(key.publicKey)
        team.keyID = "KEY"
        let verified = try policy.verify(secret, keys: try VerificationKey(team), at: time.now)
        #expect(verified.claims.subject == "gatehouse" && verified.header.keyID == "KEY")
    }

    @Test("what is read of a provider is read once, until its keys change")
    func caching() async throws {
        let login = ProviderLogin("pretend", random: random)
        let (federation, pretend) = try make(nonce: login.nonce)
        for _ in 0..<3 {
            _ = try await federation.account(ProviderAnswer(state: login.state, code: "c"), to: login, at: IdentityProvider.pretend())
        }
        #expect(pretend.requests.filter { $0.url.hasSuffix("/keys") || $0.url.hasSuffix("configuration") }.count == 2)
    }

    private func make(nonce: String, _ script: PretendProvider.Script = .init()) throws -> (Federation, PretendProvider) {
        let pretend = try PretendProvider(script, time: time)
        pretend.answer(nonce: nonce)
        return (Federation(http: pretend, time: time), pretend)
    }
}

/// One thing that is wrong with a provider's answer.
struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var script = PretendProvider.Script()
    var answer: @Sendable (inout ProviderAnswer) -> Void = { _ in }

    static let all = [
        Lie(testDescription: "state", answer: { $0.state = "another" }),
        Lie(testDescription: "iss of the answer", answer: { $0.issuer = "https://evil.example" }),
        Lie(testDescription: "no iss, though the provider says it", script: .init(namesIssuer: true)),
        claims("nonce") { $0["nonce"] = "another" }, claims("no nonce") { $0["nonce"] = nil },
        claims("issuer") { $0.issuer = "https://evil.example" }, claims("audience") { $0.audience = ["other"] },
        claims("several audiences, issued to another") {
            $0.audience = ["gatehouse", "other"]
            $0["azp"] = "other"
        },
        claims("several audiences, issued to nobody") { $0.audience = ["gatehouse", "other"] },
        claims("expired") { $0.expires = Date(timeIntervalSince1970: 1) }, claims("no subject") { $0.subject = nil },
        claims("empty subject") { $0.subject = "" }, claims("at_hash of another access token") { $0["at_hash"] = "77QmUPtjPfzWtF2AnpK9RQ" },
        claims("at_hash that is no text") { $0["at_hash"] = 1 },
        Lie(testDescription: "signature", script: .init(signsWithOtherKey: true)),
        Lie(testDescription: "user info of somebody else", script: .init(userInfo: ["sub": "eve"])),
        Lie(testDescription: "issuer of the document", script: .init(discovery: { $0["issuer"] = "https://evil.example" })),
    ]

    private static func claims(_ what: String, _ change: @escaping @Sendable (inout JWTClaims) -> Void) -> Lie {
        Lie(testDescription: what, script: .init(claims: change))
    }
}
