import DeviceBindingMessages
import Foundation
import JOSE
import Primitives
import Testing

@Suite("What a bound key signs")
struct BoundStatementTests {
    private static let now = Date(timeIntervalSince1970: 1_763_700_000)
    private static let expectation = UnverifiedStatement.Expectation(
        challenge: "Y2hhbGxlbmdl", subject: "id=demo,ou=user,ou=am-config", applications: ["com.example.app"], lifetime: 60)

    private let key: JWK
    private let other: JWK

    init() throws {
        let random = SeededRandom(seed: 1)
        key = try .generate(.p256, random: random).named("key-1")
        other = try .generate(.p256, random: random).named("key-1")
    }

    private func statement(
        application: String = "com.example.app", subject: String = "id=demo,ou=user,ou=am-config", challenge: String = "Y2hhbGxlbmdl",
        at time: Date = now, lifetime: TimeInterval = 60, others: JSONObject = [:]
    ) throws -> BoundStatement {
        try BoundStatement(
            application: application, subject: subject, challenge: challenge, at: time, lifetime: lifetime, others: others)
    }

    private func code(_ text: String, with key: JWK? = nil, at now: Date = now) -> BindingError.Code? {
        do throws(BindingError) {
            try UnverifiedStatement(text).verify(with: key ?? self.key, as: Self.expectation, at: now)
            return nil
        } catch { return error.code }
    }

    @Test(
        "a binding brings its key along, and a signature doesn't",
        arguments: [JWK.Kind.p256, .p384, .p521, .ed25519, .rsa(bits: 2048), .mlDSA65] as [JWK.Kind])
    func roundTrip(_ kind: JWK.Kind) throws {
        var key = try JWK.generate(kind, random: SeededRandom(seed: 3)).named("7d54")
        if case .rsa = kind { key.algorithm = "RS512" }
        let statement = try statement(others: ["platform": "ios", "amount": 12])
        let binding = try UnverifiedStatement(statement.signed(with: key, isBinding: true), allowing: BoundStatement.algorithms)
        let embedded = try #require(binding.embeddedKey)
        #expect(binding.claimed == statement && binding.keyID == "7d54" && embedded.use == .signature && !embedded.isPrivate)
        try binding.verify(with: embedded, as: Self.expectation, at: Self.now)
        let signing = try UnverifiedStatement(statement.signed(with: key), allowing: BoundStatement.algorithms)
        #expect(signing.embeddedKey == nil)
        try signing.verify(with: embedded, as: Self.expectation, at: Self.now)
        #expect(statement.claims["amount"] == 12 && statement.claims["exp"] == 1_763_700_060 && statement.claims["iat"] == 1_763_700_000)
    }

    @Test("ML-DSA is taken only where it is said")
    func postQuantum() throws {
        let key = try JWK.generate(.mlDSA65, random: SeededRandom(seed: 3)).named("7d54")
        for isBinding in [true, false] {
            let text = try statement().signed(with: key, isBinding: isBinding)
            #expect(throws: BindingError(.malformed, "")) { try UnverifiedStatement(text) }
            #expect(throws: BindingError(.malformed, "")) { try UnverifiedStatement(text, allowing: [.es256]) }
        }
        // A key of the documented kinds doesn't become one by what the header says.
        let claims = Base64URL.encode(JSONValue.object(try statement().claims).encoded)
        let header: JSONObject = ["alg": "ML-DSA-65", "kid": "key-1", "jwk": .object(try #require(self.key.publicJSON))]
        let text = "\(Base64URL.encode(JSONValue.object(header).encoded)).\(claims).AA"
        #expect(throws: BindingError(.unusableKey, "")) { try UnverifiedStatement(text, allowing: BoundStatement.algorithms) }
    }

    @Test("a key store signs the draft")
    func draft() throws {
        let draft = try statement().draft(keyID: "key-1", algorithm: .es256, embedding: key)
        // What JWS signs of the same bytes, taken apart and put together again.
        let signer = try SigningKey(key)
        let whole = try JWS.sign(
            Base64URL.decode(String(decoding: draft.signingInput, as: UTF8.self).split(separator: ".")[1]) ?? [], with: signer,
            header: ["typ": "JWS"])
        let signature = try #require(whole.split(separator: ".").last.flatMap { Base64URL.decode($0) })
        #expect(code(draft.text(signature: signature)) == .invalidSignature, "the header differs")
        #expect(try UnverifiedStatement(draft.text(signature: signature)).embeddedKey?.keyID == "key-1")
    }

    @Test("each false field has a reason of its own")
    func falsified() throws {
        let good = try statement()
        #expect(code(try good.signed(with: key)) == nil)
        #expect(code(try good.signed(with: other)) == .invalidSignature)
        #expect(code(try good.signed(with: key.named("key-2"))) == .invalidSignature)
        #expect(code(try statement(application: "com.example.other").signed(with: key)) == .wrongApplication)
        #expect(code(try statement(subject: "id=other,ou=user,ou=am-config").signed(with: key)) == .wrongSubject)
        #expect(code(try statement(challenge: "b3RoZXI=").signed(with: key)) == .wrongChallenge)
        #expect(code(try good.signed(with: key), at: Self.now + 121) == .expired)
        #expect(code(try good.signed(with: key), at: Self.now + 119) == nil)
        #expect(code(try statement(lifetime: 121).signed(with: key)) == .tooLong)
        #expect(code(try statement(at: Self.now + 61, lifetime: 10).signed(with: key)) == .notYetValid)
        let parts = try good.signed(with: key).split(separator: ".").map(String.init)
        let more = Base64URL.encode(JSONValue.object(try statement(others: ["amount": 1]).claims).encoded)
        #expect(code("\(parts[0]).\(more).\(parts[2])") == .invalidSignature, "altered claims")
        let header = Base64URL.encode(#"{"alg":"ES256","typ":"JWS","kid":"key-1","x":1}"#.utf8)
        #expect(code("\(header).\(parts[1]).\(parts[2])") == .invalidSignature, "altered header")
        for name in BoundStatement.reservedClaims {
            #expect(throws: BindingError(.reservedClaim, "")) { try statement(others: [name: "x"]) }
        }
    }

    @Test("what isn't signed with a public key's private half isn't read")
    func algorithms() throws {
        for (header, expected) in [
            (#"{"alg":"none","kid":"key-1"}"#, BindingError.Code.malformed), (#"{"alg":"HS256","kid":"key-1"}"#, .malformed),
            (#"{"alg":"ES256"}"#, .malformed), (#"{"alg":"ES256","kid":""}"#, .malformed),
            (#"{"alg":"ES256","kid":"a\u0001"}"#, .malformed),
            (#"{"alg":"ES256","kid":"key-1","crit":["x"]}"#, .malformed),
            (#"{"alg":"ES256","kid":"key-1","jwk":{"kty":"oct","k":"AAAA"}}"#, .unusableKey),
            (#"{"alg":"ES256","kid":"key-1","jwk":{}}"#, .unusableKey),
        ] {
            let text =
                [header, JSONValue.object(try statement().claims).text].map { Base64URL.encode($0.utf8) }.joined(separator: ".") + ".AA"
            #expect(code(text) == expected, "\(header)")
        }
        for text in ["", "a.b", "a.b.c", "....", String(repeating: "a", count: UnverifiedStatement.longest + 1)] {
            #expect([.malformed, .tooLarge].contains(code(text)))
        }
    }

    @Test("the key that comes along is public, and for the algorithm and id of the header")
    func embedded() throws {
        func text(_ change: (inout JWK) -> Void, isPrivate: Bool = false, kid: String = "key-1", alg: String = "ES256") throws -> String {
            var key = key
            change(&key)
            let json = isPrivate ? key.privateJSON : try #require(key.publicJSON)
            let header: JSONObject = ["alg": .string(alg), "kid": .string(kid), "jwk": .object(json)]
            return [header, try statement().claims].map { Base64URL.encode(JSONValue.object($0).encoded) }.joined(separator: ".") + ".AA"
        }
        #expect(throws: Never.self) { try UnverifiedStatement(text { _ in }) }
        for bad in [
            try text({ _ in }, isPrivate: true), try text({ $0.keyID = "key-2" }), try text({ $0.algorithm = "RS512" }),
            try text({ $0.use = .encryption }), try text({ _ in }, alg: "RS512"), try text({ _ in }, alg: "ES384"),
        ] {
            #expect(throws: BindingError(.unusableKey, "")) { try UnverifiedStatement(bad) }
        }
    }

    @Test("statements are told apart by what is signed, not by the signature")
    func fingerprints() throws {
        let (one, two) = (try statement().signed(with: key), try statement().signed(with: key))
        #expect(one != two, "ECDSA has a random number in it")
        #expect(try UnverifiedStatement(one).fingerprint == UnverifiedStatement(two).fingerprint)
        #expect(try UnverifiedStatement(statement(lifetime: 59).signed(with: key)).fingerprint != UnverifiedStatement(one).fingerprint)
    }
}

extension JWK {
    fileprivate func named(_ id: String) -> JWK {
        var key = self
        key.keyID = id
        return key
    }
}
