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
