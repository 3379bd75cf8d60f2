import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

@Suite("Envelopes")
struct EnvelopeTests {
    private let bank: BankClaim
    private let receiverKey: JWK
    private let (sender, recipient): (UUID, UUID)

    init() throws {
        bank = try BankClaim()
        receiverKey = try JWK.generate(.p256, random: bank.parties.random)
        (sender, recipient) = (bank.parties.random.uuid(), bank.parties.random.uuid())
    }

    private func content(_ body: EnvelopeBody = .request(keys: ["bankName"]), message: String? = "please") -> EnvelopeContent {
        var content = EnvelopeContent(
            id: bank.parties.random.uuid(), sender: sender, recipient: recipient, issuedAt: bank.parties.now, body: body)
        content.message = message
        content.challenge = ExchangeChallenge(id: bank.parties.random.uuid(), expires: bank.parties.now + 60)
        return content
    }

    private func sealing(_ key: JWK? = nil) throws -> SealingKey {
        try SealingKey(key ?? receiverKey, algorithm: .ecdhES, encryption: .a256GCM)
    }

    private func opening(_ key: JWK? = nil) throws -> OpeningKey {
        try OpeningKey(key ?? receiverKey, algorithm: .ecdhES, encryptions: [.a256GCM])
    }

    private func seal(_ content: EnvelopeContent, key: JWK? = nil) throws -> String {
        try content.seal(signing: try SigningKey(key ?? bank.parties.holderKey), sealing: try sealing(), random: bank.parties.random)
    }

    private func open(_ text: String, at time: Date? = nil) throws -> EnvelopeContent {
        try OpenedEnvelope(text, recipient: recipient, keys: try opening())
            .verify(keys: try VerificationKey(bank.parties.holderKey), at: time ?? bank.parties.now)
    }

    private func refused(_ text: String, _ code: EnvelopeError.Code, at time: Date? = nil, location: SourceLocation = #_sourceLocation) {
        #expect(throws: EnvelopeError(code, ""), sourceLocation: location) { try open(text, at: time) }
    }

    /// An envelope around a token of whatever claims and kind.
    private func sealed(_ change: (inout JWTClaims) -> Void, type: String? = nil) throws -> String {
        let content = content()
        var claims = content.claims
        change(&claims)
        let signed = try JWT.sign(claims, with: try SigningKey(bank.parties.holderKey), type: type ?? content.type)
        return try EnvelopeContent.seal(signed, to: recipient, sealing: try sealing(), random: bank.parties.random)
    }

    @Test("every kind of message arrives as it was sent")
    func kinds() throws {
        let head = try bank.verified().claim.head
        let bodies: [EnvelopeBody] = [
            .shares([.claim(try bank.shown(["bankName"])), .data([.init("a", "1"), .init("b", "2")])]), .shares([]),
            .claim(bank.token, registration: "c2sp.org/tlog-proof@v1\n"), .claim(bank.token, registration: nil),
            .expiry(head, statement: "a.b.c"), .request(keys: ["a"]), .request(keys: nil), .failure(reason: "no"),
        ]
        for body in bodies {
            let content = content(body)
            #expect(try open(try seal(content)) == content)
        }
        let silent = EnvelopeContent(
            id: sender, sender: sender, recipient: recipient, issuedAt: bank.parties.now, body: .request(keys: nil))
        #expect(try open(try seal(silent)) == silent)
    }

    @Test("a relay that reads learns the recipient and the size, and not the sender")
    func relay() throws {
        let text = try seal(content())
        let header = try #require(text.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        let members = try #require(try JSONValue(parsing: header).object)
        #expect(Set(members.names) == ["alg", "enc", "kid", "epk", "cty", "apv"])
        #expect(members["apv"]?.string == Base64URL.encode(withUnsafeBytes(of: recipient.uuid) { Array($0) }))
        #expect(members["kid"]?.string == receiverKey.thumbprintText)
        for secret in [sender.text, Base64URL.encode(sender.text.utf8), bank.parties.holderKey.thumbprintText, "please", "bankName"] {
            #expect(!text.contains(secret) && !String(own: header).contains(secret))
        }
    }

    @Test("another recipient, sender, key or byte is refused with its own reason")
    func falsified() throws {
        let text = try seal(content())
        let other = bank.parties.random.uuid()
        #expect(throws: EnvelopeError(.wrongRecipient, "")) { try OpenedEnvelope(text, recipient: other, keys: try opening()) }
        #expect(throws: EnvelopeError(.notOpened, "")) {
            try OpenedEnvelope(text, recipient: recipient, keys: try opening(bank.parties.strangerKey))
        }
        refused(try seal(content(), key: bank.parties.strangerKey), .wrongSender)
        var forwarded = content()
        forwarded.recipient = other
        let signed = try JWT.sign(forwarded.claims, with: try SigningKey(bank.parties.holderKey), type: forwarded.type)
        refused(try EnvelopeContent.seal(signed, to: recipient, sealing: try sealing(), random: bank.parties.random), .wrongRecipient)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for place in [2, 3, 4] {
            var changed = parts
            changed[place] = (changed[place].hasPrefix("A") ? "B" : "A") + changed[place].dropFirst()
            refused(changed.joined(separator: "."), .notOpened)
        }
        refused("", .malformed)
        refused("a.b.c", .malformed)
        let opened = try OpenedEnvelope(text, recipient: recipient, keys: try opening())
        #expect(opened.sender == sender)
    }

    @Test("an expiry, a time to come, an ended challenge and a life of more than a day")
    func times() throws {
        let text = try seal(content())
        refused(text, .challengeExpired, at: bank.parties.now + 61)
        refused(text, .expired, at: bank.parties.now + 86_701)
        refused(text, .notYetValid, at: bank.parties.now - 302)
        refused(try sealed { $0.expires = bank.parties.now + 86_402 }, .expired)
    }

    @Test("members that are missing, of another type or of another kind")
    func members() throws {
        for name in ["jti", "iat", "exp", "body"] { refused(try sealed { $0[name] = nil }, .malformed) }
        refused(try sealed { $0["iss"] = "x" }, .malformed)
        refused(try sealed { $0["aud"] = nil }, .wrongRecipient)
        refused(try sealed { $0["aud"] = [.string(recipient.text)] }, .wrongRecipient)
        refused(try sealed { $0["message"] = 1 }, .malformed)
        refused(try sealed { $0["challenge"] = "x" }, .malformed)
        refused(try sealed({ $0["body"] = [:] }, type: "claim-share+jwt"), .malformed)
        refused(try sealed({ $0["body"] = ["claim": "x"] }, type: "claim-issue+jwt"), .malformed)
        refused(try sealed({ $0["body"] = ["shares": [["data": ["a": 1]]]] }, type: "claim-share+jwt"), .malformed)
        refused(try sealed({ $0["body"] = ["keys": [1]] }), .malformed)
        refused(try sealed({ _ in }, type: "claim-failure+jwt"), .malformed)
        refused(try sealed({ _ in }, type: "JWT"), .wrongKind)
        let unsigned = try EnvelopeContent.seal("x", to: recipient, sealing: try sealing(), random: bank.parties.random)
        refused(unsigned, .malformed)
    }

    @Test("keys of other algorithms neither sign nor seal, and ten mebibytes are the most")
    func bounds() throws {
        let other = try SigningKey(try JWK.generate(.ed25519, random: bank.parties.random))
        #expect(throws: EnvelopeError(.sealingFailed, "")) {
            try content().seal(signing: other, sealing: try sealing(), random: bank.parties.random)
        }
        let wrapping = try SealingKey(receiverKey, algorithm: .ecdhESA256KW, encryption: .a256GCM)
        #expect(throws: EnvelopeError(.sealingFailed, "")) {
            try content().seal(signing: try SigningKey(bank.parties.holderKey), sealing: wrapping, random: bank.parties.random)
        }
        let most = content(message: String(repeating: "m", count: EnvelopeContent.mostBytes - 1024))
        #expect(try open(try seal(most)).message?.utf8.count == EnvelopeContent.mostBytes - 1024)
        #expect(throws: EnvelopeError(.tooLarge, "")) {
            try seal(content(message: String(repeating: "m", count: EnvelopeContent.mostBytes)))
        }
    }
}
