import Foundation
import JOSE
import Primitives
import Testing
import VerifiableClaims

/// A claim of the documented form with one field changed, each refused with its own reason.
@Suite("Claims of the documented form: falsified")
struct ClaimFalsificationTests {
    private let bank: BankClaim

    init() throws { bank = try BankClaim() }

    private func changed(_ text: SaltedText, salt: Bool) throws -> SaltedText {
        var bytes = text.salt
        bytes[15] ^= 1
        return try #require(SaltedText(salt ? text.content : text.content + "x", salt: salt ? bytes : text.salt))
    }

    private func refused(_ claim: SaltedClaim, _ code: ClaimError.Code, location: SourceLocation = #_sourceLocation) {
        #expect(throws: ClaimError(code, ""), sourceLocation: location) {
            try ClaimPolicy(binding: .refused).verify(claim, keys: try bank.parties.keys(), at: bank.parties.now)
        }
    }

    @Test("content and salt of each salted member", arguments: [false, true])
    func members(salt: Bool) throws {
        let claim = try bank.verified().claim
        let cases: [(WritableKeyPath<ClaimHead, SaltedText>, ClaimError.Code)] = [
            (\.issuer, .wrongIssuer), (\.subject, .wrongSubject), (\.holder, .wrongHolder),
        ]
        for (path, code) in cases {
            var copy = claim
            copy.head[keyPath: path] = try changed(copy.head[keyPath: path], salt: salt)
            refused(copy, code)
            #expect(throws: ClaimError(code, "")) {
                try ClaimPolicy(binding: .refused).verify(copy.head, keys: try bank.parties.keys(), at: bank.parties.now)
            }
        }
        var copy = claim
        copy.head.reference = try changed(try #require(copy.head.reference), salt: salt)
        refused(copy, .wrongReference)
        copy.head.reference = nil
        refused(copy, .wrongReference)
        copy = claim
        (copy.head.subject, copy.head.holder) = (claim.head.holder, claim.head.subject)
        refused(copy, .wrongSubject)
    }

    @Test("content and salt of each key and each value, and values that changed places", arguments: [false, true])
    func pairs(salt: Bool) throws {
        let claim = try bank.verified().claim
        for index in claim.pairs.indices {
            let pair = claim.pairs[index]
            var copy = claim
            copy.pairs[index] = SaltedPair(key: try changed(pair.key, salt: salt), value: pair.value)
            refused(copy, .wrongKey)
            copy.pairs[index] = SaltedPair(key: pair.key, value: try changed(pair.value, salt: salt))
            refused(copy, .wrongValue)
            copy.pairs[index] = SaltedPair(key: pair.key, value: claim.pairs[(index + 1) % claim.pairs.count].value)
            refused(copy, .wrongValue)
            copy.pairs[index] = SaltedPair(key: pair.value, value: pair.key)
            refused(copy, .wrongKey)
        }
        var twice = claim
        twice.pairs.append(claim.pairs[0])
        refused(twice, .token(.duplicateDisclosure))
    }

    @Test("every other member")
    func others() throws {
        let claim = try bank.verified().claim
        func refusedWith(_ code: ClaimError.Code, location: SourceLocation = #_sourceLocation, _ change: (inout ClaimHead) -> Void) {
            var copy = claim
            change(&copy.head)
            refused(copy, code, location: location)
        }
        let other = try bank.verified(try bank.issuer.issue(bank.content, at: bank.parties.now, random: bank.parties.random)).claim.head
        refusedWith(.wrongID) { $0.id = other.id }
        refusedWith(.wrongHash) { $0.dataHash = other.dataHash }
        refusedWith(.wrongDate) { $0.createDate += 1 }
        refusedWith(.wrongExpiry) { $0.expires = nil }
        refusedWith(.wrongExpiry) { $0.expires = $0.expires.map { $0 + 1 } }
        refusedWith(.wrongPartition) { $0.partitionID = "log.example.com/beta" }
        refusedWith(.token(.invalidSignature)) { $0.dataJSON = $0.dataJSON.replacing("1767225600", with: "1767225601") }
        refusedWith(.token(.invalidSignature)) { $0.dataSignature = other.dataSignature }
        refusedWith(.malformed) { $0.dataSignature = "x" }
        #expect(throws: ClaimError(.wrongPartition, "")) {
            try ClaimPolicy(binding: .refused, log: "log.example.com/beta").verify(
                claim, keys: try bank.parties.keys(), at: bank.parties.now)
        }
        #expect(throws: ClaimError(.token(.noMatchingKey), "")) {
            try ClaimPolicy(binding: .refused).verify(claim, keys: try VerificationKey(bank.parties.strangerKey), at: bank.parties.now)
        }
    }

    @Test("what is shown: another recipient, challenge or holder, pairs added or changed, members kept back")
    func shown() throws {
        let required = SDJWTPolicy.Binding.required(audience: "service", nonce: "n-1")
        func refusedToken(_ token: SDJWT, _ code: SDJWTError.Code, location: SourceLocation = #_sourceLocation) {
            #expect(throws: ClaimError(.token(code), ""), sourceLocation: location) { try bank.verified(token, required) }
        }
        refusedToken(try bank.shown(["bankName"], audience: "other"), .wrongKeyBindingAudience)
        refusedToken(try bank.shown(["bankName"], nonce: "n-2"), .wrongNonce)
        refusedToken(bank.token, .missingKeyBinding)
        let shown = try bank.shown(["bankName"])
        let proof = try #require(shown.keyBinding)
        refusedToken(try SDJWT(parsing: bank.token.text + proof), .wrongPresentation)
        let claims = KeyBinding(audience: "service", nonce: "n-1", issuedAt: bank.parties.now).claims(for: shown, hash: .sha256)
        let forged = try JWT.sign(claims, with: try SigningKey(bank.parties.strangerKey), type: KeyBinding.type)
        refusedToken(shown.adding(keyBinding: forged), .invalidKeyBinding)
        // Without one of the members there is no view.
        let bare = try SDJWT(parsing: ([bank.token.issuerToken] + bank.token.disclosures.dropFirst(3)).joined(separator: "~") + "~")
        #expect(throws: ClaimError(.malformed, "")) { try bank.verified(bare) }
    }

    @Test("a claim whose salted hashes aren't those of its Disclosures, by an issuer that signs both")
    func dishonestIssuer() throws {
        let signed = try #require(try JSONValue(parsing: try bank.verified().claim.head.dataJSON).object)
        func refusedData(_ code: ClaimError.Code, location: SourceLocation = #_sourceLocation, _ change: (inout JSONObject) -> Void) throws
        {
            var copy = signed
            change(&copy)
            let token = try JWT.sign(try JWTClaims(copy), with: try SigningKey(bank.parties.issuerKey), type: ClaimIssuer.type)
            let whole = try SDJWT(parsing: ([token] + bank.token.disclosures).joined(separator: "~") + "~")
            #expect(throws: ClaimError(code, ""), sourceLocation: location) { try bank.verified(whole) }
        }
        let salted = try #require(signed["salted"]?.object)
        let pairs = try #require(salted["data"]?.array)
        let turned = pairs.map { JSONValue.array(($0.array ?? []).reversed()) }
        try refusedData(.wrongKey) { $0["salted"] = .object(salted.with("data", .array(turned))) }
        let crossed = pairs.indices.map {
            JSONValue.array([pairs[$0].array?[0] ?? .null, pairs[($0 + 1) % pairs.count].array?[1] ?? .null])
        }
        try refusedData(.wrongValue) { $0["salted"] = .object(salted.with("data", .array(crossed))) }
        try refusedData(.malformed) { $0["salted"] = .object(salted.with("data", .array(Array(pairs.dropLast())))) }
        try refusedData(.malformed) { $0["salted"] = .object(salted.with("data", .array(pairs.map { _ in pairs[0] }))) }
        try refusedData(.malformed) { $0["salted"] = nil }
        try refusedData(.malformed) { $0["more"] = 1 }
        try refusedData(.malformed) { $0["exp"] = 1_767_312_000.5 }
        try refusedData(.wrongIssuer) { $0["iss"] = "other" }
        try refusedData(.token(.missingHolderKey)) { $0["cnf"] = ["kid": "x"] }
        try refusedData(.token(.missingClaim)) { $0["cnf"] = nil }
        try refusedData(.wrongPartition) { $0["log"] = "log.example.com/beta" }
    }

    @Test("a Disclosure in another spelling than the form's")
    func spelling() throws {
        let pair = Disclosure(salt: Base64URL.encode([UInt8](repeating: 1, count: 31)), name: "a", value: "b")
        let text = Base64URL.encode(Array(#"["\#(Base64URL.encode([UInt8](repeating: 1, count: 32)))", "a", "b"]"#.utf8))
        var signed = try #require(try JSONValue(parsing: try bank.verified().claim.head.dataJSON).object)
        for disclosure in [pair.text, text] {
            signed["data"] = ["_sd": [.string(DisclosureHash.sha256.digest(of: disclosure))]]
            signed["salted"] = ["members": signed["salted"]?["members"] ?? .null, "data": [["a", "b"]]]
            let token = try JWT.sign(try JWTClaims(signed), with: try SigningKey(bank.parties.issuerKey), type: ClaimIssuer.type)
            let whole = try SDJWT(parsing: ([token] + bank.token.disclosures.prefix(4) + [disclosure]).joined(separator: "~") + "~")
            #expect(throws: ClaimError(.malformed, "")) { try bank.verified(whole) }
        }
    }

    @Test("JSON of another form")
    func json() throws {
        let good = try bank.verified().claim.json
        for name in good.names where name != "expiresAt" && name != "referenceClaimID" {
            #expect(throws: ClaimError(.malformed, "")) { try SaltedClaim(good.with(name, .null)) }
            var less = good
            less[name] = nil
            #expect(throws: ClaimError(.malformed, "")) { try SaltedClaim(less) }
        }
        for (name, value) in [("expiresAt", .integer(.min)), ("referenceClaimID", ["content": "x", "salt": "AA"]), ("id", "x")]
            as [(String, JSONValue)]
        {
            #expect(throws: ClaimError(.malformed, "")) { try SaltedClaim(good.with(name, value)) }
        }
        let many = JSONValue.array(Array(repeating: .null, count: ClaimIssuer.mostPairs + 1))
        #expect(throws: ClaimError(.tooLarge, "")) { try SaltedClaim(good.with("claimData", many)) }
    }
}
