import JOSE
import Primitives
import Testing

@Suite("A key serves only what its type and metadata allow")
struct KeyUseTests {
    @Test("signing: every algorithm of another key type is refused", arguments: SignatureAlgorithm.allCases)
    func signingTypes(_ algorithm: SignatureAlgorithm) {
        for other in SignatureAlgorithm.allCases {
            let key = TestKeys.key(for: other)
            guard !key.signatureAlgorithms.contains(algorithm) else { continue }
            #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key, algorithm: algorithm) }
        }
    }

    @Test("the preferred algorithm of a key")
    func preferred() throws {
        #expect(try SigningKey(TestKeys.p256).algorithm == .es256)
        #expect(try SigningKey(TestKeys.rsa).algorithm == .rs256)
        var key = TestKeys.rsa
        key.algorithm = "PS256"
        #expect(try SigningKey(key).algorithm == .ps256)
        #expect(try VerificationKey(key).algorithms == [.ps256])
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key, algorithm: .rs256) }
    }

    @Test("a MAC key shorter than the hash", arguments: [(31, SignatureAlgorithm.hs256), (47, .hs384), (63, .hs512)])
    func shortMAC(_ bytes: Int, _ algorithm: SignatureAlgorithm) {
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(TestKeys.symmetric(bytes), algorithm: algorithm) }
    }

    @Test("a public key neither signs nor opens")
    func publicKeys() throws {
        let key = try #require(TestKeys.p256.publicKey)
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key) }
        #expect(throws: JWKError(.notUsable, "")) { try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]) }
    }

    @Test("use is honoured")
    func use() {
        var key = TestKeys.p256
        key.use = .encryption
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key) }
        #expect(throws: JWKError(.notUsable, "")) { try VerificationKey(key) }
        key.use = .signature
        #expect(throws: JWKError(.notUsable, "")) { try SealingKey(key, algorithm: .ecdhES, encryption: .a256GCM) }
        #expect(throws: JWKError(.notUsable, "")) { try OpeningKey(key, algorithm: .ecdhES, encryptions: [.a256GCM]) }
    }

    @Test("key_ops is honoured")
    func operations() throws {
        var key = TestKeys.p256
        key.operations = [.sign]
        #expect(throws: Never.self) { try SigningKey(key) }
        #expect(throws: Never.self) { try VerificationKey(key) }  // the public part of a key that signs verifies
        #expect(key.publicKey?.operations == [.verify])
        key.operations = [.deriveKey]
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(key) }
        var secret = TestKeys.symmetric(32)
        secret.operations = [.verify]
        #expect(throws: JWKError(.notUsable, "")) { try SigningKey(secret) }
        #expect(throws: Never.self) { try VerificationKey(secret) }
    }

    @Test("sealing: a key of another type or length is refused", arguments: KeyManagementAlgorithm.allCases)
    func sealingTypes(_ algorithm: KeyManagementAlgorithm) throws {
        let all = [TestKeys.p256, TestKeys.rsa, TestKeys.x25519, TestKeys.ed25519, TestKeys.symmetric(32), TestKeys.symmetric(33)]
        let fitting = TestKeys.keys(for: algorithm, .a256GCM)
        for key in all where !fitting.contains(key) {
            #expect(throws: JWKError(.notUsable, "")) { try SealingKey(key, algorithm: algorithm, encryption: .a256GCM) }
            #expect(throws: JWKError(.notUsable, "")) { try OpeningKey(key, algorithm: algorithm, encryptions: [.a256GCM]) }
        }
    }

    @Test("generation refuses sizes out of bounds", arguments: [JWK.Kind.rsa(bits: 1024), .rsa(bits: 9000), .symmetric(bytes: 8)])
    func sizes(_ kind: JWK.Kind) {
        #expect(throws: JWKError(.unsupported, "")) { try JWK.generate(kind, random: SeededRandom(seed: 1)) }
    }

    @Test("generation follows its seed")
    func seeded() throws {
        let one = try JWK.generate(.p521, random: SeededRandom(seed: 3))
        #expect(try JWK.generate(.p521, random: SeededRandom(seed: 3)) == one)
        #expect(try JWK.generate(.p521, random: SeededRandom(seed: 4)) != one)
        #expect(one.keyID == one.thumbprintText)
    }
}
