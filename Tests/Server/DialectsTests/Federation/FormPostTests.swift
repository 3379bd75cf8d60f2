import DialectTesting
import FederationTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import JourneyMessages
import OAuthMessages
import Primitives
@testable import RealmHTTP
import Testing

@testable import JourneyModel
import Directory
import Foundations
import SignIn
import Services
import Sessions

/// An app on Android signs in at a provider that answers with a form, as Apple does (`docs/protocols/step-protocol.md` 11.4).
@Suite("A provider's form, on its way through an app")
struct FormPostTests {
    private static let app = "com.example.app://signed-in"
    private static let journey = """
        name: Social
        start: choose
        nodes:
          choose: { setState: { attributes: { selectedIdp: pretend } }, next: provider }
          provider:
            socialProvider: { clientType: NATIVE }
            ACCOUNT_EXISTS: success
            NO_ACCOUNT: failure
            SOCIAL_AUTH_INTERRUPTED: turned
          turned: { message: { message: Turned back }, "true": failure, "false": failure }
        """

    private struct Peers {
        let server: ServerHarness
        let provider: PretendProvider
    }

    private func peers() async throws -> Peers {
        let time = ManualTime()
        let provider = try PretendProvider(time: time)
        let server = try await ServerHarness(http: provider, time: time)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        try await StageUser.demo.settle(in: realm, of: server.domain)
        for name in ["pretend", "other"] {
            var known = IdentityProvider.pretend(named: name)
            known.afterFormPost = Self.app
            try await server.domain.session.providers.save(known, in: realm.id)
        }
        let journey = try JourneyDefinition(text: Self.journey)
        try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        return Peers(server: server, provider: provider)
    }

    /// Posts a form as the provider does, and gives the parameters that the app gets.
    private func post(
        _ form: [(String, String)], to peers: Peers, provider: String = "pretend", at path: String = Self.own
    ) async throws -> [URLQueryItem] {
        let answer = try await peers.server.send(
            .post, path + provider,
            headers: [.contentType: "application/x-www-form-urlencoded", .origin: "https://id.example.com"],
            body: FormBody(form).encoded)
        let location = try #require(answer.headers[.location], "\(answer.status) \(answer.text)")
        #expect(
            answer.status == .seeOther && location.hasPrefix(Self.app + "?") && answer.headers[.cacheControl]?.contains("no-store") == true)
        return URLComponents(string: location)?.queryItems ?? []
    }

    /// The form for a login with a nonce.
    private func form(_ peers: Peers, nonce: String?, as subject: String = StageUser.demo.subject) -> [(String, String)] {
        let url = "https://id.example.com/authorize?state=of-the-app" + (nonce.map { "&nonce=\($0)" } ?? "")
        return peers.provider.authorize(url, as: subject).map { ($0.name, $0.value) }
    }

    private func send(_ step: JSONValue, _ query: [URLQueryItem], to peers: Peers) async throws -> ServerResponse {
        let parameters = FormBody(query.map { ($0.name, $0.value ?? "") }).encoded
        let answered = step.filling([("IDToken1token", "form_post_entry"), ("IDToken1token_type", "authorization_code")])
        return try await peers.server.authenticate(answered, query: "?" + parameters)
    }

    private static let own = "/realms/alpha/login/return/"
    /// The paths under which tenants have registered AM at Apple.
    private static let registered = ["/am/oauth2/realms/root/realms/alpha", "/am/oauth2/alpha", "/openam/oauth2/alpha"].map {
        $0 + "/client/form_post/"
    }

    @Test("the app brings the entry along, and is signed in, once", arguments: [own] + registered)
    func right(path: String) async throws {
        let peers = try await peers()
        let step = try await peers.server.start("Social")
        let query = try await post(form(peers, nonce: step.output("nonce")?.string), to: peers, at: path)
        #expect(query.contains(URLQueryItem(name: "state", value: "of-the-app")))
        #expect(try await send(step, query, to: peers).json["tokenId"] != nil)
        peers.server.time.advance(by: 10)
        #expect(try await send(step, query, to: peers).status == .unauthorized)
    }

    @Test("an entry of another run, another provider, too old, changed or missing is refused")
    func wrong() async throws {
        let peers = try await peers()
        let (step, other) = (try await peers.server.start("Social"), try await peers.server.start("Social"))
        let nonce = step.output("nonce")?.string
        let foreign = try await post(form(peers, nonce: other.output("nonce")?.string), to: peers)
        let elsewhere = try await post(form(peers, nonce: nonce), to: peers, provider: "other")
        let unbound = try await post(form(peers, nonce: nil), to: peers)
        let right = try await post(form(peers, nonce: nonce), to: peers)
        let changed = right.map { URLQueryItem(name: $0.name, value: $0.value.map { $0.dropLast() + "A" }) }
        for query in [foreign, elsewhere, unbound, changed, []] {
            let fresh = try await peers.server.start("Social")
            #expect(try await send(query == unbound ? fresh : step, query, to: peers).json["tokenId"] == nil)
        }
        let late = try await peers.server.start("Social")
        let query = try await post(form(peers, nonce: late.output("nonce")?.string), to: peers)
        peers.server.time.advance(by: 301)
        #expect(try await send(late, query, to: peers).json["tokenId"] == nil)
    }

    @Test("who turned back there has turned back here")
    func refused() async throws {
        let peers = try await peers()
        let step = try await peers.server.start("Social")
        let query = try await post([("error", "user_cancelled_authorize"), ("state", "x")], to: peers)
        #expect(try await send(step, query, to: peers).text.contains("Turned back"))
    }

    @Test("a provider without an app, or that there isn't, takes no form")
    func unknown() async throws {
        let peers = try await peers()
        let realm = try await peers.server.domain.directory.realms.realm(at: TestDomain.alpha)
        try await peers.server.domain.session.providers.save(.pretend(), in: realm.id)
        for name in ["pretend", "nobody"] {
            let answer = try await peers.server.send(
                .post, "/realms/alpha/login/return/\(name)", headers: [.contentType: "application/x-www-form-urlencoded"], body: "code=x")
            #expect(answer.status == .notFound)
        }
    }

    @Test(
        "an app's address is none that a browser would run or read",
        arguments: ["javascript:alert(1)", "http://a.example/", "x", "a b:c", "data:x"]
    )
    func address(_ text: String) async throws {
        var provider = IdentityProvider.pretend()
        provider.afterFormPost = text
        #expect(throws: DomainError(.invalid, "")) { try provider.check() }
    }
}
