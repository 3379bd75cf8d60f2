import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

/// A bank's claim about a customer, who keeps it.
struct BankClaim {
    let parties: Parties
    let issuer: ClaimIssuer
    let content: ClaimContent
    let token: SDJWT

    static let log = "log.example.com/alpha"
    static let pairs: [ClaimContent.Pair] = [
        .init("bankName", "bxFinance"), .init("accountNumber", "123456789"), .init("accountCreateDate", "June 21, 2021"),
        .init("accountType", "checking"),
    ]

    init() throws {
        parties = try Parties()
        issuer = try ClaimIssuer(key: try SigningKey(parties.issuerKey))
        content = ClaimContent(
            issuer: "bank", subject: "customer", holder: "wallet", holderKey: parties.holderKey, log: Self.log, pairs: Self.pairs,
            reference: parties.random.uuid(), expires: parties.now + 86_400)
        token = try issuer.issue(content, at: parties.now, random: parties.random)
    }

    func verified(_ token: SDJWT? = nil, _ binding: SDJWTPolicy.Binding = .refused) throws -> VerifiedClaim {
        try ClaimPolicy(binding: binding, log: Self.log).verify(token ?? self.token, keys: try parties.keys(), at: parties.now)
    }

    func shown(_ keys: Set<String>, audience: String = "service", nonce: String = "n-1") throws -> SDJWT {
        let held = try verified()
        let binding = KeyBinding(audience: audience, nonce: nonce, issuedAt: parties.now)
        return try held.token.bind(held.selecting { keys.contains($0) }, to: binding, key: try SigningKey(parties.holderKey))
    }
}

@Suite("Claims of the documented form")
struct ClaimTests {
    private let bank: BankClaim

    init() throws { bank = try BankClaim() }

    @Test("every member of the view is filled and signed, and the view makes the same SD-JWT")
    func view() throws {
        let claim = try bank.verified().claim
        let head = claim.head
        #expect(head.issuer.content == "bank" && head.subject.content == "customer" && head.holder.content == "wallet")
        #expect(head.reference?.content == bank.content.reference?.text && head.partitionID == BankClaim.log)
        #expect(head.createDate == Date(timeIntervalSince1970: 1_767_225_600) && head.expires == Date(timeIntervalSince1970: 1_767_312_000))
        #expect(head.dataHash == DisclosureHash.sha256.digest(of: bank.token.issuerToken) && ClaimHead.id(of: head.dataHash) == head.id)
        #expect(claim.pairs.map { ClaimContent.Pair($0.key.content, $0.value.content) } == BankClaim.pairs)
        #expect(try claim.sdjwt() == bank.token)
        let again = try SaltedClaim(claim.json)
        #expect(again == claim)
        let policy = ClaimPolicy(binding: .required(audience: "not asked of a view", nonce: ""), log: BankClaim.log)
        #expect(try policy.verify(again, keys: try bank.parties.keys(), at: bank.parties.now).claim == claim)
    }

    @Test("every salt is its own")
    func salts() throws {
        let claim = try bank.verified().claim
        let texts = claim.pairs.flatMap { [$0.key, $0.value] } + [claim.head.issuer, claim.head.subject, claim.head.holder]
        #expect(Set(texts.map(\.salt)).count == texts.count)
    }

    @Test("nothing of the pairs is in the signed data, nor in the claim's reference")
    func kept() throws {
        let head = try bank.verified().claim.head
        for pair in BankClaim.pairs {
            #expect(!head.dataJSON.contains(pair.key) && !head.dataJSON.contains(pair.value))
            #expect(!JSONValue.object(head.json).text.contains(pair.value))
        }
        #expect(!head.dataJSON.contains("customer") && !head.dataJSON.contains("wallet"))
        try ClaimPolicy(binding: .refused, log: BankClaim.log).verify(head, keys: try bank.parties.keys(), at: bank.parties.now)
    }

    @Test("single pairs are shown with proof, and the others kept back", arguments: [["accountType"], ["bankName", "accountNumber"], []])
    func shares(keys: [String]) throws {
        let token = try bank.shown(Set(keys))
        let verified = try bank.verified(token, .required(audience: "service", nonce: "n-1"))
        #expect(Set(verified.claim.pairs.map(\.key.content)) == Set(keys))
        #expect(verified.claim.head == (try bank.verified().claim.head))
        for pair in BankClaim.pairs where !keys.contains(pair.key) { #expect(!token.text.contains(Base64URL.encode(pair.value.utf8))) }
    }

    @Test("a claim that can't be issued is refused")
    func unissuable() throws {
        func refused(_ code: ClaimError.Code, _ change: (inout ClaimContent) -> Void, location: SourceLocation = #_sourceLocation) {
            var content = bank.content
            change(&content)
            #expect(throws: ClaimError(code, ""), sourceLocation: location) {
                try bank.issuer.issue(content, at: bank.parties.now, random: bank.parties.random)
            }
        }
        refused(.malformed) { $0.pairs.append(.init("bankName", "other")) }
        for name in ["_sd", "...", "_sd_alg"] { refused(.malformed) { $0.pairs.append(.init(name, "x")) } }
        refused(.malformed) { $0.issuer = "" }
        refused(.malformed) { $0.subject = "" }
        refused(.malformed) { $0.holder = "" }
        refused(.malformed) { $0.log = "" }
        refused(.malformed) { $0.holderKey = JWK(.symmetric(Secret(bytes: [UInt8](repeating: 1, count: 32)))) }
        let edwards = try JWK.generate(.ed25519, random: bank.parties.random)
        refused(.malformed) { $0.holderKey = edwards }
        refused(.tooLarge) { $0.pairs = (0...ClaimIssuer.mostPairs).map { .init("key \($0)", "") } }
        let other = try SigningKey(try JWK.generate(.ed25519, random: bank.parties.random))
        #expect(throws: ClaimError(.malformed, "")) { try ClaimIssuer(key: other) }
        var most = bank.content
        most.pairs = (0..<ClaimIssuer.mostPairs).map { .init("key \($0)", "\($0)") }
        #expect(
            try bank.verified(try bank.issuer.issue(most, at: bank.parties.now, random: bank.parties.random)).claim.pairs.count
                == ClaimIssuer.mostPairs)
    }

    @Test("keys with the names of registered claims change nothing")
    func names() throws {
        var content = bank.content
        content.pairs = [.init("exp", "1"), .init("iss", "other"), .init("\u{212A}", "Kelvin"), .init("K", "letter"), .init("", "empty")]
        let claim = try bank.verified(try bank.issuer.issue(content, at: bank.parties.now, random: bank.parties.random)).claim
        #expect(claim.pairs.count == 5 && claim.head.issuer.content == "bank")
    }

    @Test("a claim expires by its own time, and by its issuer's statement: now or later")
    func expiry() throws {
        let (head, key, now) = (try bank.verified().claim.head, try SigningKey(bank.parties.issuerKey), bank.parties.now)
        #expect(throws: ClaimError(.token(.expired), "")) {
            try ClaimPolicy(binding: .refused).verify(bank.token, keys: try bank.parties.keys(), at: now + 86_431)
        }
        let past = try ClaimExpiry(
            try ClaimExpiry.sign(head, expires: now - 5, key: key, at: now), of: head, keys: try bank.parties.keys(), at: now)
        #expect(past.isEffective(at: now) && past.dataHash == head.dataHash)
        let later = try ClaimExpiry(
            try ClaimExpiry.sign(head, expires: now + 60, key: key, at: now), of: head, keys: try bank.parties.keys(), at: now)
        #expect(!later.isEffective(at: now) && later.isEffective(at: now + 60))
    }

    @Test("a statement by another, of another claim or of another kind is refused")
    func falsifiedExpiry() throws {
        let (head, key, now) = (try bank.verified().claim.head, try SigningKey(bank.parties.issuerKey), bank.parties.now)
        func refused(_ text: String, _ code: ClaimError.Code, location: SourceLocation = #_sourceLocation) {
            #expect(throws: ClaimError(code, ""), sourceLocation: location) {
                try ClaimExpiry(text, of: head, keys: try bank.parties.keys(), at: now)
            }
        }
        refused(try ClaimExpiry.sign(head, expires: now, key: try SigningKey(bank.parties.strangerKey), at: now), .wrongExpiryStatement)
        let other = try bank.verified(try bank.issuer.issue(bank.content, at: now, random: bank.parties.random)).claim.head
        refused(try ClaimExpiry.sign(other, expires: now, key: key, at: now), .otherClaim)
        var renamed = head
        renamed.issuer = head.subject
        refused(try ClaimExpiry.sign(renamed, expires: now, key: key, at: now), .wrongExpiryStatement)
        refused(bank.token.issuerToken, .wrongExpiryStatement)
        refused("", .wrongExpiryStatement)
        let timeless = try JWTClaims(["iss": "bank", "iat": 1_767_225_600, "claim": .string(head.dataHash), "expires": "now"])
        refused(try JWT.sign(timeless, with: key, type: ClaimExpiry.type), .wrongExpiryStatement)
        let good = try JWTClaims(["iss": "bank", "iat": 1_767_225_600, "claim": .string(head.dataHash), "expires": 1])
        refused(try JWT.sign(good, with: key, type: "JWT"), .wrongExpiryStatement)
    }

    @Test("a challenge is answered by itself, and until its end")
    func challenges() throws {
        let challenge = ExchangeChallenge(id: bank.parties.random.uuid(), expires: bank.parties.now + 60)
        try challenge.check(answer: try ExchangeChallenge(challenge.json), at: bank.parties.now)
        #expect(throws: ClaimError(.wrongChallenge, "")) {
            try challenge.check(answer: ExchangeChallenge(id: bank.parties.random.uuid(), expires: challenge.expires), at: bank.parties.now)
        }
        #expect(throws: ClaimError(.wrongChallenge, "")) { try challenge.check(answer: nil, at: bank.parties.now) }
        #expect(throws: ClaimError(.challengeExpired, "")) { try challenge.check(answer: challenge, at: bank.parties.now + 60) }
        try ExchangeChallenge(id: challenge.id).check(at: .distantFuture)
        for json in [
            [:], ["id": "x"], ["id": .string(challenge.id.text), "expiresAt": "x"],
            ["id": .string(challenge.id.text), "expiresAt": .integer(.min)],
        ] as [JSONObject] {
            #expect(throws: ClaimError(.malformed, "")) { try ExchangeChallenge(json) }
        }
    }

    @Test("entries of the log are read as they were written, and in no other spelling")
    func entries() throws {
        let (hash, now) = (try bank.verified().claim.head.dataHash, Date(timeIntervalSince1970: 1_767_225_600))
        let entries: [RegistryEntry] = [
            .claim(dataHash: hash, issuer: "bank", at: now), .expiry(dataHash: hash, issuer: "bank", expires: now, at: now),
            .key(thumbprint: bank.parties.issuerKey.thumbprintText, issuer: "bank", notBefore: now, at: now),
        ]
        for entry in entries {
            #expect(try RegistryEntry(entry.encoded) == entry)
            let text = String(own: entry.encoded)
            for bad in [
                text + " ", text.replacing("\"v\":1", with: "\"v\":2"), text.replacing(",", with: ", "),
                text.replacing("1767225600", with: "1767225600.0"), text.replacing("bank", with: "\\u0062ank"), "",
            ] {
                #expect(throws: ClaimError(.malformed, "")) { try RegistryEntry(Array(bad.utf8)) }
            }
        }
        #expect(throws: ClaimError(.tooLarge, "")) { try RegistryEntry([UInt8](repeating: 0x20, count: RegistryEntry.mostBytes + 1)) }
    }
}
