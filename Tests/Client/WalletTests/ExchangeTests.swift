import DeviceFoundation
import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims
import Wallet
import WalletMessages
import WalletTesting

@Suite("Wallets and services")
struct ExchangeTests {
    let time = ManualTime()
    let router: PretendRouter
    let bank: Party
    let alice: Party
    let shop: Party
    let bob: Party

    static let account = [
        ClaimContent.Pair("CardType", "Bank Card"), ClaimContent.Pair("bankName", "bxFinance"),
        ClaimContent.Pair("accountNumber", "123456789"), ClaimContent.Pair("accountType", "checking"),
    ]

    init() throws {
        router = try PretendRouter(time: time)
        bank = Party(router, time: time, seed: 1)
        alice = Party(router, time: time, seed: 2)
        shop = Party(router, time: time, seed: 3)
        bob = Party(router, time: time, seed: 4)
    }

    private func open() async throws -> (bank: Wallet, alice: Wallet, shop: Wallet, bob: Wallet) {
        let all = (try await bank.open(), try await alice.open(), try await shop.open(), try await bob.open())
        for wallet in [all.0, all.1, all.2, all.3] { try await wallet.register() }
        return all
    }

    @Test("a claim goes from a service to a wallet, and from there to another service: whole, and by single pairs")
    func issuedAndShared() async throws {
        let (bank, wallet, shop, _) = try await open()
        let issued = try await bank.issue(ClaimDraft(Self.account), to: wallet.id, message: "Your account")
        try await wallet.receive(alice.inbox)
        #expect(alice.inbox.claims == [issued] && alice.inbox.messages.first?.text == "Your account" && alice.inbox.errors.isEmpty)
        let held = try #require(try await wallet.claims.first)
        #expect(held.claim == issued && held.registration != nil && held.checked != nil && held.state(at: time.now) == .good)

        try await wallet.share([.whole(held), .claim(held, keys: ["accountType"])], with: shop.id)
        try await shop.receive(self.shop.inbox)
        guard case .claim(let whole)? = self.shop.inbox.shares.first, case .claim(let part)? = self.shop.inbox.shares.last else {
            Issue.record("the shop has no claims")
            return
        }
        #expect(whole.pairs.count == 4 && part.pairs.map(\.value.content) == ["checking"] && part.head == issued.head)
        #expect(self.shop.inbox.errors.isEmpty && self.shop.inbox.messages.first?.sender == wallet.id)
        try await shop.verify(part)
        try await shop.verifyOffline(part, registration: try #require(held.registration))
    }

    @Test("a service asks by a message and by a QR code; the user is told who asks, why and for which fields")
    func asked() async throws {
        let (bank, wallet, shop, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        let (url, challenge) = try await shop.publishRequest(["Bank Card->accountNumber"], message: "To pay you")
        try await wallet.receive(alice.inbox)
        let request = try await wallet.readRequest(url)
        #expect(request.sender == shop.id && request.challenge?.id == challenge.id && request.keys == ["Bank Card->accountNumber"])
        let matches = try await wallet.matches(request)
        try await wallet.share(matches, with: request.sender, answering: request)
        let question = try #require(alice.consent.questions.first)
        #expect(question.recipient == shop.id && question.purpose == "To pay you")
        #expect(question.items.map(\.fields) == [[ClaimContent.Pair("accountNumber", "123456789")]])
        #expect(question.items.first?.issuer == bank.id.uuidString.lowercased())

        time.advance(by: 1)
        let second = try await shop.request(["bankName"], from: wallet.id, message: "And your bank?")
        try await wallet.receive(alice.inbox)
        guard case .request(let asked)? = alice.inbox.messages.last?.content else {
            Issue.record("no request came")
            return
        }
        #expect(asked.challenge == second && asked.message == "And your bank?")
        try await wallet.share(try await wallet.matches(asked), with: asked.sender, answering: asked)
        try await shop.receive(self.shop.inbox)
        #expect(self.shop.inbox.shares.count == 2 && self.shop.inbox.errors.isEmpty)
        #expect(try await wallet.history.map(\.keys) == [["bankName"], ["accountNumber"]])
    }

    @Test("what the user refuses isn't sent; data without a claim are nobody's word")
    func consent() async throws {
        let (_, wallet, shop, _) = try await open()
        alice.consent.refuse()
        await #expect(throws: WalletError(.consentRefused, "")) {
            try await wallet.share([.data([ClaimContent.Pair("colour", "green")])], with: shop.id)
        }
        #expect(router.mailbox(of: shop.id).isEmpty)
        alice.consent.refuse(false)
        try await wallet.share([.data([ClaimContent.Pair("colour", "green")])], with: shop.id, message: "Mine")
        try await shop.receive(self.shop.inbox)
        #expect(self.shop.inbox.shares == [.data([ClaimContent.Pair("colour", "green")])])
    }

    @Test("a self-asserted claim is the reference of another's, and both ways claims are shared")
    func selfClaims() async throws {
        let (bank, wallet, _, other) = try await open()
        let own = try await wallet.selfClaim([ClaimContent.Pair("name", "Alice")])
        #expect(own.issuer == wallet.id.uuidString.lowercased())
        try await wallet.share([.whole(own)], with: bank.id)
        try await bank.receive(self.bank.inbox)
        guard case .claim(let shown)? = self.bank.inbox.shares.first else {
            Issue.record("the bank has no claim")
            return
        }
        let issued = try await bank.issue(ClaimDraft([ClaimContent.Pair("name", "Alice")], reference: shown.head.id), to: wallet.id)
        #expect(issued.head.reference?.content == own.id.uuidString.lowercased())
        try await wallet.receive(alice.inbox)
        let held = try #require(try await wallet.claims.first { $0.id == issued.head.id })
        try await wallet.share([.whole(held)], with: other.id)
        try await other.receive(bob.inbox)
        #expect(bob.inbox.shares == [.claim(issued)])
    }

    @Test("a claim that expires now or later is seen before it is used", arguments: [-60.0, 3600])
    func expired(_ seconds: TimeInterval) async throws {
        let (bank, wallet, shop, _) = try await open()
        let issued = try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.receive(alice.inbox)
        let held = try #require(try await wallet.claims.first)
        try await bank.expire(issued.head, at: time.now + seconds, message: "Closed")
        if seconds < 0 {
            // The wallet hasn't heard of it yet; the shop asks the log.
            try await wallet.share([.whole(held)], with: shop.id)
            try await shop.receive(self.shop.inbox)
            #expect(self.shop.inbox.shares.isEmpty && self.shop.inbox.errors == [.expired])
        }
        try await wallet.receive(alice.inbox)
        guard case .expiry(let head?, let end?)? = alice.inbox.messages.first(where: { $0.text == "Closed" })?.content else {
            Issue.record("no cancellation came")
            return
        }
        #expect(head == issued.head && abs(end.timeIntervalSince(time.now) - seconds) < 1)
        if seconds > 0 {
            #expect(try await wallet.claims.first?.state(at: time.now) == .ends(end))
            try await shop.verify(issued)
            time.advance(by: seconds + 1)
        }
        #expect(try await wallet.claims.first?.state(at: time.now) == .expired(end))
        await #expect(throws: WalletError(.expired, "")) { try await wallet.share([.whole(held)], with: shop.id) }
        await #expect(throws: WalletError(.expired, "")) { try await shop.verify(issued) }
        #expect(try await wallet.refreshClaims().count == 1)
    }

    @Test("only its issuer can expire a claim")
    func notIssuer() async throws {
        let (bank, wallet, shop, _) = try await open()
        let issued = try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        await #expect(throws: WalletError(.notIssuer, "")) { try await shop.expire(issued.head, at: time.now) }
        var changed = issued.head
        changed.createDate += 60
        await #expect(throws: WalletError(.claim(.wrongDate), "")) { try await bank.expire(changed, at: time.now) }
    }

    @Test("a relay that reads learns the recipient and the size: no sender, key, value or message")
    func relay() async throws {
        let (bank, wallet, _, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id, message: "Your account")
        let put = try #require(router.requests.last { $0.method == .put })
        let envelope = try #require(router.mailbox(of: wallet.id).first)
        #expect(envelope == put.body && put.headers["Device-Proof"] == nil)
        let signing = try await bank.instance.signing.thumbprintText
        let head = try #require(Base64URL.decode(String(String(decoding: envelope, as: UTF8.self).split(separator: ".")[0])))
        let text = String(decoding: head + envelope, as: UTF8.self) + put.url.absoluteString + "\(put.headers)"
        for secret in [bank.id.uuidString.lowercased(), bank.id.uuidString, signing, "accountNumber", "123456789", "Your account"] {
            #expect(!text.contains(secret))
            #expect(!text.contains(Base64URL.encode(secret.utf8)))
        }
        #expect(put.url.absoluteString.contains(wallet.id.uuidString.lowercased()))
        // Stamps were given to the bank by name, and can't be known again.
        let order = try #require(router.requests.first { $0.url.absoluteString.hasSuffix("/stamps") })
        let stamp = try #require(put.headers["Stamp"])
        #expect(!String(decoding: order.body, as: UTF8.self).contains(String(stamp.suffix(64))))
    }

    @Test("what the store keeps of claims and messages is sealed")
    func sealed() async throws {
        let (bank, wallet, _, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.receive(alice.inbox)
        for service in try await alice.services() {
            for name in try await alice.store.keys(in: service) {
                let bytes = try await alice.store.get(.init(service, name))?.withBytes { Array($0) } ?? []
                #expect(!String(decoding: bytes, as: UTF8.self).contains("accountNumber"))
            }
        }
        #expect(try await alice.store.keys(in: "wallet.wallet.claims").count == 1)
    }

    @Test("after new keys, older claims are shared and older mail is read")
    func rotated() async throws {
        let (bank, wallet, shop, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.rotateKeys()
        try await bank.rotateKeys()
        try await wallet.receive(alice.inbox)
        let held = try #require(try await wallet.claims.first)
        try await wallet.share([.whole(held)], with: shop.id)
        try await shop.receive(self.shop.inbox)
        #expect(alice.inbox.errors.isEmpty && self.shop.inbox.shares.count == 1)
        time.advance(by: 3 * 86_400)
        try await wallet.receive(alice.inbox)
        // The key that a held claim is bound to stays; the one that opened mail goes.
        #expect(try await alice.store.keys(in: "keys").filter { $0.hasPrefix("wallet.") }.count == 3)
        try await wallet.share([.whole(held)], with: shop.id)
        try await shop.receive(self.shop.inbox)
        #expect(self.shop.inbox.shares.count == 2)
    }

    @Test("a share that waited and can't be delivered any more says why, and isn't forgotten in silence")
    func undeliverable() async throws {
        let (bank, wallet, shop, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.receive(alice.inbox)
        let held = try #require(try await wallet.claims.first)
        router.setDown(true)
        try await wallet.share([.whole(held)], with: shop.id)
        #expect(try await wallet.history.map(\.failure) == [nil])
        time.advance(by: 86_401)
        router.setDown(false)
        try await wallet.receive(alice.inbox)
        #expect(try await wallet.waiting.isEmpty)
        #expect(try await wallet.history.map(\.failure) == ["it waited for more than a day"])

        router.setDown(true)
        try await wallet.share([.whole(held)], with: shop.id)
        router.setDown(false)
        try await shop.erase()
        try await wallet.receive(alice.inbox)
        #expect(try await wallet.waiting.isEmpty)
        #expect(try await wallet.history.first?.failure == "no wallet or service has this id")
    }

    @Test("mail waits while the server can't be reached, and while there are no stamps; it is sent once")
    func waits() async throws {
        let (bank, wallet, shop, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.receive(alice.inbox)
        let held = try #require(try await wallet.claims.first)
        router.setDown(true)
        try await wallet.share([.whole(held)], with: shop.id)
        #expect(try await wallet.waiting.count == 1)
        router.setDown(false)
        router.setStamps(0, for: wallet.id)
        await #expect(throws: WalletError(.rateLimited, "")) { try await wallet.flush() }
        router.setStamps(64, for: wallet.id)
        try await wallet.flush()
        try await wallet.flush()
        #expect(try await wallet.waiting.isEmpty && router.mailbox(of: shop.id).count == 1)
    }

    @Test("a long message costs a stamp for each MiB, and more than 10 MiB is refused", arguments: [1 << 20, 10_000_000])
    func long(length: Int) async throws {
        let (_, wallet, shop, _) = try await open()
        func pair(_ count: Int) -> ShareSelection { .data([ClaimContent.Pair("big", String(repeating: "x", count: count))]) }
        try await wallet.share([pair(length)], with: shop.id)
        try await shop.receive(self.shop.inbox)
        #expect(self.shop.inbox.shares.count == 1)
        let put = try #require(router.requests.last { $0.method == .put })
        #expect(put.headers["Stamp"]?.split(separator: ",").count == MailLimits.stamps(for: put.body.count))
        #expect(put.body.count > length && put.body.count < 2 * length)
        await #expect(throws: WalletError(.envelope(.tooLarge), "")) { try await wallet.share([pair(10 << 20)], with: shop.id) }
    }

    @Test("doubled and reordered envelopes are received once each")
    func doubled() async throws {
        let (bank, wallet, _, _) = try await open()
        for number in 0..<3 { try await bank.issue(ClaimDraft([ClaimContent.Pair("number", String(number))]), to: wallet.id) }
        router.repeatMail(of: wallet.id)
        let mail = router.mailbox(of: wallet.id)
        try await wallet.receive(alice.inbox)
        router.replaceMail(of: wallet.id, by: mail)
        try await wallet.receive(alice.inbox)
        #expect(mail.count == 6)
        #expect(alice.inbox.claims.count == 3 && router.mailbox(of: wallet.id).isEmpty)
    }

    @Test("an instance that is erased leaves nothing in the store")
    func erased() async throws {
        let (bank, wallet, _, _) = try await open()
        try await bank.issue(ClaimDraft(Self.account), to: wallet.id)
        try await wallet.receive(alice.inbox)
        try await wallet.erase()
        for service in try await alice.services() where service != "keys" {
            #expect(try await alice.store.keys(in: service).isEmpty)
        }
        await #expect(throws: WalletError(.unknownInstance, "")) { try await bank.issue(ClaimDraft(Self.account), to: wallet.id) }
        #expect(try await alice.open().id != wallet.id)
    }

    @Test(
        "texts that are no request are refused",
        arguments: ["", "https://evil.example/requests/1", "{}", #"{"shocard":{"shocardid":"x"}}"#])
    func malformed(_ text: String) async throws {
        let (_, wallet, _, _) = try await open()
        await #expect(throws: WalletError(.malformedRequest, "")) { try await wallet.readRequest(text) }
    }
}

extension Party {
    /// The services of the store in which a wallet keeps things.
    func services() async throws -> [String] {
        [
            "instance", "claims", "messages", "outgoing", "challenges", "peers", "log", "stamps", "clock", "history", "issued", "audit",
            "expiries",
        ].map { "wallet.wallet.\($0)" }
            + ["keys"]
    }
}
