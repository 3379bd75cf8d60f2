import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import Directory
import Foundation
import Foundations
import JourneyMessages
import Journeys
import OIDC
import Primitives
import ServerTesting
import Services
import Testing
import VerifiableClaims
import Wallet
import WalletTesting

/// Two wallets and two services, and a server that routes for them and registers their claims.
@Suite("Wallets against a server", .timeLimit(.minutes(10)))
struct LiveWalletTests {
    /// Wallets and services over real loopback HTTP.
    private struct Parties {
        let bank, shop, alice, bob: Wallet
        let inboxes = (bank: RecordingInbox(), shop: RecordingInbox(), alice: RecordingInbox(), bob: RecordingInbox())
        let consent = RecordingConsent()

        init(_ server: TestServer) async throws {
            let consent = consent
            func open() async throws -> Wallet {
                let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore(), keepsCookies: false)
                let address = "\(server.url)/wallets/alpha/v1/distributedid"
                let wallet = try await Wallet.open(WalletClientConfiguration(address: address, consent: consent), on: device)
                try await wallet.register()
                return wallet
            }
            bank = try await open()
            shop = try await open()
            alice = try await open()
            bob = try await open()
        }
    }

    private func run(_ body: (Parties) async throws -> Void) async throws {
        try await TestServer.run { server in try await body(try await Parties(server)) }
    }

    @Test("a claim is issued, shared whole and by single pairs, verified, and expires")
    func claims() async throws {
        try await run { parties in
            let (bank, shop, alice) = (parties.bank, parties.shop, parties.alice)
            let pairs = [ClaimContent.Pair("bankName", "bxFinance"), ClaimContent.Pair("accountType", "checking")]
            let issued = try await bank.issue(ClaimDraft(pairs), to: alice.id, message: "Your account")
            try await alice.receive(parties.inboxes.alice)
            #expect(parties.inboxes.alice.claims == [issued])
            let held = try #require(try await alice.claims.first)
            let (url, _) = try await shop.publishRequest(["accountType"], message: "To pay you")
            let request = try await alice.readRequest(url)
            try await alice.share(try await alice.matches(request), with: request.sender, answering: request)
            try await alice.share([.whole(held)], with: shop.id)
            try await shop.receive(parties.inboxes.shop)
            guard case .claim(let part)? = parties.inboxes.shop.shares.first else {
                Issue.record("the shop has no claim")
                return
            }
            #expect(part.pairs.map(\.value.content) == ["checking"] && parties.inboxes.shop.shares.last == .claim(issued))
            #expect(parties.consent.questions.count == 2 && parties.inboxes.shop.errors.isEmpty)
            try await shop.verify(part)
            try await bank.expire(issued.head, at: Date(timeIntervalSinceNow: 3600))
            try await shop.verify(part)
            try await bank.expire(issued.head, at: Date(timeIntervalSinceNow: -1))
            await #expect(throws: WalletError(.expired, "")) { try await shop.verify(part) }
            try await alice.receive(parties.inboxes.alice)
            await #expect(throws: WalletError(.expired, "")) { try await alice.share([.whole(held)], with: shop.id) }
            #expect(try await alice.auditLog().findings.isEmpty)
        }
    }

    @Test("a wallet that is registered with a user's access token goes with the user")
    func owned() async throws {
        try await TestServer.run { server in
            let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore())
            let address = ServerAddress("\(server.url)/am", realm: "alpha")
            let session = try await Journey(at: address, on: device).run("sdkUsernamePasswordJourney") { step in
                step.answer(.name, with: "demo")
                step.answer(.password, with: Secret("Ch4ng3it!"))
            }
            let client = OIDCClient(
                at: address, client: "sdkPublicClient", redirect: "https://localhost:8443/callback", scopes: ["openid", "profile"],
                on: device)
            let tokens = try await client.tokens(for: session)
            let wallets = "\(server.url)/wallets/alpha/v1/distributedid"
            let wallet = try await Wallet.open(WalletClientConfiguration(address: wallets, consent: RecordingConsent()), on: device)
            await #expect(throws: WalletError(.refused(.invalidProof), "")) { try await wallet.register(accessToken: Secret("x")) }
            try await wallet.register()
            try await wallet.rotateKeys()
            try await wallet.register(accessToken: tokens.accessToken)
            let inbox = RecordingInbox()
            try await wallet.receive(inbox)
            let realm = try await server.domain.directory.realms.realm(at: try #require(RealmPath("alpha")))
            let user = try #require(try await server.domain.directory.users.user(named: "demo", in: realm.id))
            try await server.domain.directory.users.delete(user.id, in: realm.id)
            await #expect(throws: WalletError(.refused(.invalidProof), "")) { try await wallet.receive(inbox) }
        }
    }

    @Test("wallets ask each other, a self-asserted claim is the reference of another's, and keys change")
    func exchange() async throws {
        try await run { parties in
            let (bank, alice, bob) = (parties.bank, parties.alice, parties.bob)
            let own = try await alice.selfClaim([ClaimContent.Pair("name", "Alice")])
            try await alice.rotateKeys()
            try await bob.request(["name"], from: alice.id, message: "Who are you?")
            try await alice.receive(parties.inboxes.alice)
            guard case .request(let asked)? = parties.inboxes.alice.messages.first?.content else {
                Issue.record("no request came")
                return
            }
            try await alice.share(try await alice.matches(asked), with: asked.sender, answering: asked)
            try await bob.receive(parties.inboxes.bob)
            #expect(parties.inboxes.bob.shares == [.claim(own.claim)])
            let issued = try await bank.issue(ClaimDraft([ClaimContent.Pair("name", "Alice")], reference: own.id), to: alice.id)
            try await alice.receive(parties.inboxes.alice)
            #expect(parties.inboxes.alice.claims == [issued])
            try await alice.erase()
            await #expect(throws: WalletError(.unknownInstance, "")) {
                try await bob.share([.data([ClaimContent.Pair("a", "b")])], with: alice.id)
            }
        }
    }
}
