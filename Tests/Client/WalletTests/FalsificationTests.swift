import DeviceFoundation
import Foundation
import JOSE
import Primitives
import Testing
import TransparencyLog
import VerifiableClaims
import Wallet
import WalletTesting

@Suite("What isn't true isn't believed")
struct FalsificationTests {
    let time = ManualTime()
    let router: PretendRouter
    let bank: Party
    let alice: Party
    let mallory: Party

    init() throws {
        router = try PretendRouter(time: time)
        bank = Party(router, time: time, seed: 1)
        alice = Party(router, time: time, seed: 2)
        mallory = Party(router, time: time, seed: 3)
    }

    private func open() async throws -> (bank: Wallet, alice: Wallet, mallory: Wallet) {
        let all = (try await bank.open(), try await alice.open(), try await mallory.open())
        for wallet in [all.0, all.1, all.2] { try await wallet.register() }
        return all
    }

    /// One field of a claim that is changed, and the reason for which it is refused.
    enum Field: String, CaseIterable {
        case value, valueSalt, key, keySalt, signature, data, issuer, subject, holder, reference, hash, id, date, expiry, partition

        func change(_ claim: inout SaltedClaim) {
            func other(_ text: SaltedText) -> SaltedText { SaltedText("x" + text.content.dropFirst(), salt: text.salt) ?? text }
            func salted(_ text: SaltedText) -> SaltedText { SaltedText(text.content, salt: text.salt.reversed()) ?? text }
            let pair = claim.pairs[0]
            switch self {
            case .value: claim.pairs[0] = SaltedPair(key: pair.key, value: other(pair.value))
            case .valueSalt: claim.pairs[0] = SaltedPair(key: pair.key, value: salted(pair.value))
            case .key: claim.pairs[0] = SaltedPair(key: other(pair.key), value: pair.value)
            case .keySalt: claim.pairs[0] = SaltedPair(key: salted(pair.key), value: pair.value)
            case .signature:
                claim.head.dataSignature = String(claim.head.dataSignature.dropLast(4)) + "AAAA"
            case .data: claim.head.dataJSON = claim.head.dataJSON.replacing("\"iat\"", with: "\"jat\"")
            case .issuer: claim.head.issuer = salted(claim.head.issuer)
            case .subject: claim.head.subject = other(claim.head.subject)
            case .holder: claim.head.holder = other(claim.head.holder)
            case .reference: claim.head.reference = SaltedText("x", salt: [UInt8](repeating: 1, count: 16))
            case .hash: claim.head.dataHash = Base64URL.encode([UInt8](repeating: 1, count: 32))
            case .id: claim.head.id = UUID()
            case .date: claim.head.createDate += 1
            case .expiry: claim.head.expires = claim.head.createDate
            case .partition: claim.head.partitionID += "x"
            }
        }

        var reason: ClaimError.Code {
            switch self {
            case .value, .valueSalt: .wrongValue
            case .key, .keySalt: .wrongKey
            case .signature, .data: .token(.invalidSignature)
            case .issuer: .wrongIssuer
            case .subject: .wrongSubject
            case .holder: .wrongHolder
            case .reference: .wrongReference
            case .hash: .wrongHash
            case .id: .wrongID
            case .date: .wrongDate
            case .expiry: .wrongExpiry
            case .partition: .wrongPartition
            }
        }
    }

    @Test("each member of a claim, with a reason of its own", arguments: Field.allCases)
    func member(_ field: Field) async throws {
        let (bank, alice, mallory) = try await open()
        var claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await mallory.verify(claim)
        field.change(&claim)
        await #expect(throws: WalletError(.claim(field.reason), "")) { try await mallory.verify(claim) }
    }

    @Test("an envelope for another wallet, one that was changed, and one of a sender who isn't known")
    func envelopes() async throws {
        let (bank, alice, mallory) = try await open()
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let mail = try #require(router.mailbox(of: alice.id).first)
        router.replaceMail(of: mallory.id, by: [mail])
        try await mallory.receive(self.mallory.inbox)
        #expect(self.mallory.inbox.failures.map(\.code) == [.envelope(.notOpened)])
        var changed = mail
        changed[changed.count - 40] ^= 1
        router.replaceMail(of: alice.id, by: [changed, Array("no envelope".utf8)])
        try await alice.receive(self.alice.inbox)
        #expect(self.alice.inbox.failures.count == 2 && self.alice.inbox.messages.isEmpty && router.mailbox(of: alice.id).isEmpty)

        try await mallory.share([.data([ClaimContent.Pair("a", "b")])], with: alice.id)
        try await mallory.erase()
        try await alice.receive(self.alice.inbox)
        #expect(self.alice.inbox.failures.last?.code == .envelope(.wrongSender))
    }

    @Test("a claim that its holder has shown can't be shown by the party who saw it")
    func foreign() async throws {
        let (bank, alice, mallory) = try await open()
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.receive(self.alice.inbox)
        try await alice.share([.whole(try #require(try await alice.claims.first))], with: mallory.id)
        try await mallory.receive(self.mallory.inbox)
        guard case .claim(let seen)? = self.mallory.inbox.shares.first else {
            Issue.record("no claim came")
            return
        }
        // The claim is put into the other wallet's store by hand.
        let held = try #require(try await alice.claims.first)
        await #expect(throws: WalletError(.unknownClaim, "")) { try await mallory.share([.whole(held)], with: bank.id) }
        #expect(seen == held.claim)
    }

    @Test("a challenge that has passed, and an answer by another than the party that was asked")
    func challenges() async throws {
        let (bank, alice, mallory) = try await open()
        let asked = try await bank.request(nil, from: alice.id, challenge: ExchangeChallenge(id: UUID(), expires: time.now + 60))
        try await mallory.share([.data([ClaimContent.Pair("a", "b")])], with: bank.id, challenge: asked)
        let later = ExchangeChallenge(id: asked.id, expires: time.now + 600)
        try await alice.share([.data([ClaimContent.Pair("a", "b")])], with: bank.id, challenge: later)
        try await bank.receive(self.bank.inbox)
        #expect(self.bank.inbox.shares.isEmpty)
        #expect(self.bank.inbox.errors == [.wrongSender, .claim(.wrongChallenge)])
        try await alice.share([.data([ClaimContent.Pair("a", "b")])], with: bank.id, challenge: asked)
        time.advance(by: 61)
        try await bank.receive(self.bank.inbox)
        #expect(self.bank.inbox.failures.map(\.code) == [.envelope(.challengeExpired)])
        await #expect(throws: WalletError(.claim(.challengeExpired), "")) {
            try await alice.share([.data([ClaimContent.Pair("a", "b")])], with: bank.id, challenge: asked)
        }
    }

    @Test("a log that rewinds or forks is noticed by a party that has seen it before")
    func log() async throws {
        let (bank, alice, mallory) = try await open()
        let first = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let second = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.verify(second)
        try router.rewind(to: router.logSize - 1)
        await #expect(throws: WalletError(.log(.rewound), "")) { try await alice.verify(first) }
        try await mallory.selfClaim([ClaimContent.Pair("a", "b")])
        await #expect(throws: WalletError(.log(.forked), "")) { try await alice.verify(first) }
    }

    @Test("a log that rewrites an older entry is noticed when it has grown")
    func rewritten() async throws {
        let (bank, alice, mallory) = try await open()
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.verify(claim)
        let entry = RegistryEntry.key(
            thumbprint: Base64URL.encode([UInt8](repeating: 1, count: 32)), issuer: mallory.id.uuidString.lowercased(), notBefore: time.now,
            at: time.now)
        router.fork(at: 2, entry: entry.encoded)
        try await mallory.selfClaim([ClaimContent.Pair("a", "b")])
        await #expect(throws: WalletError(.log(.wrongConsistency), "")) { try await alice.verify(claim) }
    }

    /// A lie of the server in the answer to the question for a claim's state.
    enum Lie: String, CaseIterable {
        case absent, otherEntry, otherProof, unsigned, withoutWitness, otherOrigin
    }

    @Test("a log whose answers are false: each with its reason", arguments: Lie.allCases)
    func status(_ lie: Lie) async throws {
        let (bank, alice, _) = try await open()
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.verify(claim)
        let reason = try await tell(lie, of: claim)
        await #expect(throws: WalletError(reason, "")) { try await alice.verify(claim) }
    }

    /// Makes the server lie whenever it is asked for a claim.
    /// - Returns: the reason for which it isn't believed.
    private func tell(_ lie: Lie, of claim: SaltedClaim) async throws -> WalletError.Code {
        let (origin, other) = (router.origin, Base64URL.encode([UInt8](repeating: 1, count: 32)))
        router.alter { request, response in
            guard request.url.path().contains("/status/") else { return response }
            var response = response
            let text = String(decoding: response.body, as: UTF8.self)
            switch lie {
            case .absent:
                response.status = 404
                response.body = Array(#"{"code":"not_found","message":"no such claim"}"#.utf8)
            case .otherEntry: response.body = Array(text.replacing(claim.head.dataHash, with: other).utf8)
            case .otherProof:
                for number in 3...4 {
                    let (named, member) = ("\\nindex \(number)\\n", "\"index\":\(number)")
                    guard text.contains(member) else { continue }
                    response.body = Array(text.replacing(named, with: "\\nindex 2\\n").replacing(member, with: "\"index\":2").utf8)
                }
            case .unsigned: response.body = Array(text.replacing("\u{2014} \(origin)", with: "\u{2014} x\(origin)").utf8)
            case .withoutWitness: response.body = Array(text.replacing("\u{2014} w.example.org", with: "\u{2014} v.example.org").utf8)
            case .otherOrigin: response.body = Array(text.replacing(origin, with: "other.example.com").utf8)
            }
            return response
        }
        return switch lie {
        case .absent: .notRegistered
        case .otherEntry, .otherProof: .log(.wrongInclusion)
        case .unsigned: .log(.unsigned)
        case .withoutWitness: .log(.missingWitnesses)
        case .otherOrigin: .log(.wrongOrigin)
        }
    }

    @Test("a claim that comes while the log's answers are false is received once they aren't, and not before", arguments: Lie.allCases)
    func waitsForLog(_ lie: Lie) async throws {
        let (bank, alice, _) = try await open()
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let reason = try await tell(lie, of: claim)
        await #expect(throws: WalletError(reason, "")) { try await alice.receive(self.alice.inbox) }
        // The mail is kept, and acknowledged to the server.
        #expect(router.mailbox(of: alice.id).isEmpty && !self.alice.inbox.claims.contains(claim) && self.alice.inbox.errors.isEmpty)
        router.alter(nil)
        try await alice.receive(self.alice.inbox)
        #expect(self.alice.inbox.claims.count == 2 && self.alice.inbox.claims.contains(claim) && self.alice.inbox.errors.isEmpty)
        #expect(try await alice.claims.count == 2)
    }

    @Test("when the log's answers are false for a day, the claim is shown with the reason")
    func givesUp() async throws {
        let (bank, alice, _) = try await open()
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let reason = try await tell(.unsigned, of: claim)
        await #expect(throws: WalletError(reason, "")) { try await alice.receive(self.alice.inbox) }
        time.advance(by: 86_700)
        try await alice.receive(self.alice.inbox)
        try await alice.receive(self.alice.inbox)
        #expect(self.alice.inbox.messages.count == 2 && self.alice.inbox.errors == [reason, reason])
        #expect(try await alice.claims.isEmpty)
    }

    @Test("a key that isn't in the log as the party's is noticed before anything is sealed to it")
    func substituted() async throws {
        let (bank, alice, mallory) = try await open()
        let own = try await mallory.instance.signing
        router.alter { request, response in
            guard request.method == .get, request.url.path().hasSuffix("/keys") else { return response }
            var json = (try? JSONValue(parsing: response.body).object) ?? [:]
            var keys = json["sig"]?.array ?? []
            var first = keys[0].object ?? [:]
            first["jwk"] = .object(own.publicJSON ?? [:])
            keys[0] = .object(first)
            json["sig"] = .array(keys)
            return HTTPResponse(status: response.status, body: JSONValue.object(json).encoded)
        }
        await #expect(throws: WalletError(.substitutedKey, "")) { try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id) }
        #expect(router.mailbox(of: alice.id).isEmpty)
    }

    @Test("a server that lies about the time can't make good again what has expired")
    func lyingClock() async throws {
        let (bank, alice, _) = try await open()
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account, expires: time.now + 7200), to: alice.id)
        let lie = time.now
        time.advance(by: 3 * 3600)
        router.alter { request, response in
            guard request.url.path().hasSuffix("/instances") else { return response }
            var json = (try? JSONValue(parsing: response.body).object) ?? [:]
            var configuration = json["configuration"]?.object ?? [:]
            configuration["serverTime"] = .integer(lie.secondsSince1970)
            json["configuration"] = .object(configuration)
            return HTTPResponse(status: response.status, body: JSONValue.object(json).encoded)
        }
        // A witness's time would tell, too.
        let log = CheckpointPolicy(origin: router.origin, logKeys: [router.logSigner.key], witnesses: [], quorum: 0)
        let shop = try await Wallet.open(
            WalletClientConfiguration(address: router.service, consent: RecordingConsent(), log: log),
            on: Device(transport: router, store: InMemoryStore(), keepsCookies: false, time: time, random: SeededRandom(seed: 4)))
        try await shop.register()
        await #expect(throws: WalletError(.expired, "")) { try await shop.verify(claim) }
    }

    @Test("an expiry that the server keeps back is noticed by a party that reads the log's entries")
    func omitted() async throws {
        let (bank, alice, mallory) = try await open()
        let claim = try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        try await alice.receive(self.alice.inbox)
        try await bank.expire(claim.head, at: time.now - 1)
        router.alter { request, response in
            guard request.url.path().contains("/status/") else { return response }
            var json = (try? JSONValue(parsing: response.body).object) ?? [:]
            json["expiries"] = .array([])
            return HTTPResponse(status: response.status, body: JSONValue.object(json).encoded)
        }
        try await mallory.verify(claim)
        for wallet in [mallory, alice] {
            let audit = try await wallet.auditLog()
            #expect(audit.size == router.logSize && audit.findings.isEmpty)
        }
        await #expect(throws: WalletError(.wrongEntry, "")) { try await mallory.verify(claim) }
        guard case .expired = try #require(try await alice.claims.first).state(at: time.now) else {
            Issue.record("the claim counts as good")
            return
        }
    }

    @Test("a key and a claim in another's name, a back-dated entry, and one of no form are found")
    func audited() async throws {
        let (bank, alice, _) = try await open()
        try await bank.rotateKeys()
        try await bank.issue(ClaimDraft(ExchangeTests.account), to: alice.id)
        let size = try await bank.auditLog().size
        let (hash, name) = (Base64URL.encode([UInt8](repeating: 1, count: 32)), bank.id.uuidString.lowercased())
        router.append([
            RegistryEntry.key(thumbprint: hash, issuer: name, notBefore: time.now, at: time.now).encoded,
            RegistryEntry.claim(dataHash: hash, issuer: name, at: time.now).encoded,
            RegistryEntry.claim(dataHash: hash, issuer: "another", at: time.now - 3600).encoded, Array("{}".utf8),
        ])
        let audit = try await bank.auditLog()
        #expect(
            audit.findings == [
                .foreignKey(entry: size), .foreignClaim(entry: size + 1), .backdated(entry: size + 2), .unreadable(entry: size + 3),
            ])
        #expect(try await bank.auditLog().findings.isEmpty)
    }

    @Test("entries that aren't those of the checkpoint", arguments: [0, 300])
    func otherEntries(_ more: Int) async throws {
        let (bank, _, _) = try await open()
        router.append((0..<more).map { Array("entry \($0)".utf8) })
        router.alter { request, response in
            guard request.url.path().contains("/tile/entries/") else { return response }
            var response = response
            response.body[10] ^= 1
            return response
        }
        await #expect(throws: WalletError(.log(.wrongInclusion), "")) { try await bank.auditLog() }
        router.alter(nil)
        #expect(try await bank.auditLog().size == router.logSize)
    }
}
