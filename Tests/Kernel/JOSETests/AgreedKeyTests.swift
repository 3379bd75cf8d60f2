import Crypto
import JOSE
import Primitives
import Testing

@Suite("A JWE opened with a secret that a key store agreed on")
struct AgreedKeyTests {
    private let random = SeededRandom(seed: 5)

    private func secret(of key: JWK, with other: JWK) throws -> Secret {
        guard case .ec(let own) = key.material, let d = own.d, case .ec(let point) = other.material else { throw JWKError(.notUsable, "") }
        let mine = try d.withBytes { try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        let theirs = try P256.KeyAgreement.PublicKey(rawRepresentation: point.x + point.y)
        return try mine.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { Secret(bytes: $0) }
    }

    @Test("opens what was sealed for the key, with parties or without", arguments: [JSONObject(), ["apu": "QWxpY2U", "apv": "Qm9i"]])
    func opens(_ header: JSONObject) throws {
        let key = try JWK.generate(.p256, random: random)
        let sealing = try SealingKey(try #require(key.publicKey), algorithm: .ecdhES, encryption: .a256GCM)
        let token = try JWE.seal(Array("seed".utf8), with: sealing, header: header, random: random)
        let agreed = try secret(of: key, with: try JWE.ephemeralKey(of: token))
        let opened = try JWE.open(token, with: OpeningKey(agreed: agreed, encryptions: [.a256GCM]))
        #expect(opened.plaintext == Array("seed".utf8))
        #expect(throws: JWEError(.algorithmNotAllowed, "")) {
            try JWE.open(token, with: OpeningKey(agreed: agreed, encryptions: [.a128GCM]))
        }
        #expect(throws: JWEError(.decryptionFailed, "")) {
            try JWE.open(token, with: OpeningKey(agreed: Secret(bytes: [UInt8](repeating: 1, count: 32)), encryptions: [.a256GCM]))
        }
    }

    @Test("a token without an ephemeral key names none")
    func noEphemeral() throws {
        let sealing = try SealingKey(JWK.generate(.symmetric(bytes: 32), random: random), algorithm: .direct, encryption: .a256GCM)
        let token = try JWE.seal([1], with: sealing, random: random)
        #expect(throws: JWEError(.malformed, "")) { try JWE.ephemeralKey(of: token) }
        #expect(throws: JWEError(.malformed, "")) { try JWE.ephemeralKey(of: "a.b.c.d.e") }
    }
}

@Suite("A sender who agrees once, and a recipient who remembers")
struct AgreementTests {
    private let random = SeededRandom(seed: 6)
    private let key: JWK
    private let sealing: SealingKey

    init() throws {
        key = try JWK.generate(.p256, random: random)
        sealing = try SealingKey(try #require(key.publicKey), algorithm: .ecdhES, encryption: .a256GCM)
    }

    private func opener(_ key: JWK) throws -> OpeningKey { try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]) }

    @Test("tokens have one epk, each a vector of its own, and any recipient opens them")
    func sealed() throws {
        let agreed = try sealing.agreed(with: JWK.generate(.p256, random: random))
        let tokens = try (0..<3).map { try JWE.seal([UInt8($0)], with: agreed, header: ["typ": "x"], random: random) }
        #expect(Set(tokens.map { $0.split(separator: ".")[0] }).count == 1 && Set(tokens.map { $0.split(separator: ".")[1] }).count == 3)
        let remembering = OpeningKeys([try opener(key)], agreements: Agreements(limit: 8))
        for (index, token) in tokens.enumerated() {
            for opened in [try JWE.open(token, with: opener(key)), try JWE.open(token, with: remembering, requiring: ["typ": "x"])] {
                #expect(opened.plaintext == [UInt8(index)] && opened.keyID == key.keyID && opened.header["epk"] != nil)
            }
        }
        #expect(throws: JWEError(.headerMismatch, "")) { try JWE.open(tokens[0], with: remembering, requiring: ["typ": "y"]) }
        for wrong in [tokens[0] + "A", tokens[0].replacing("..", with: ".AA."), String(tokens[0].dropLast(2))] {
            #expect(throws: JWEError.self) { try JWE.open(wrong, with: remembering) }
        }
    }

    @Test("what was agreed on with one key opens nothing for a recipient who hasn't it, or not any more")
    func withdrawn() throws {
        let token = try JWE.seal([1], with: sealing.agreed(with: JWK.generate(.p256, random: random)), random: random)
        let agreements = Agreements(limit: 8)
        #expect(try JWE.open(token, with: OpeningKeys([try opener(key)], agreements: agreements)).plaintext == [1])
        let other = try JWK.generate(.p256, random: random)
        for keys in [[], [try opener(other)]] {
            #expect(throws: JWEError(.noMatchingKey, "")) { try JWE.open(token, with: OpeningKeys(keys, agreements: agreements)) }
        }
        let narrower = try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a128GCM])
        #expect(throws: JWEError(.algorithmNotAllowed, "")) { try JWE.open(token, with: OpeningKeys([narrower], agreements: agreements)) }
    }

    @Test("more senders than are remembered are still opened", arguments: [0, 1, 2, 5])
    func bounded(_ limit: Int) throws {
        let keys = OpeningKeys([try opener(key)], agreements: Agreements(limit: limit))
        let senders = try (0..<6).map { _ in try sealing.agreed(with: JWK.generate(.p256, random: random)) }
        for _ in 0..<2 {
            for (index, sender) in senders.enumerated() {
                let token = try JWE.seal([UInt8(index)], with: sender, random: random)
                #expect(try JWE.open(token, with: keys).plaintext == [UInt8(index)])
            }
        }
    }

    @Test("a long header is opened each time, and not remembered")
    func long() throws {
        let agreed = try sealing.agreed(with: JWK.generate(.p256, random: random))
        let keys = OpeningKeys([try opener(key)], agreements: Agreements(limit: 4))
        let token = try JWE.seal([1], with: agreed, header: ["typ": .string(String(repeating: "x", count: 2000))], random: random)
        for _ in 0..<2 { #expect(try JWE.open(token, with: keys).plaintext == [1]) }
        let header = Array(token.utf8.prefix { $0 != UInt8(ascii: ".") })
        #expect(header.withUnsafeBufferPointer { keys.knownHeader($0) } == nil)
    }

    @Test("nothing but a pair of the recipient's curve and a key for ECDH-ES agrees, and parties can't be named afterwards")
    func refused() throws {
        #expect(throws: JWKError(.notUsable, "")) { try sealing.agreed(with: JWK.generate(.p384, random: random)) }
        #expect(throws: JWKError(.notUsable, "")) { try sealing.agreed(with: try #require(key.publicKey)) }
        let wrapping = try SealingKey(key, algorithm: .ecdhESA256KW, encryption: .a256GCM)
        #expect(throws: JWKError(.notUsable, "")) { try wrapping.agreed(with: JWK.generate(.p256, random: random)) }
        let agreed = try sealing.agreed(with: JWK.generate(.p256, random: random))
        #expect(throws: JWEError(.reservedHeader, "")) { try JWE.seal([1], with: agreed, header: ["apu": "QQ"], random: random) }
    }
}
