import JOSE
import Primitives
import Testing

@Suite("JWE: every algorithm seals and opens")
struct JWERoundTripTests {
    let plaintext = Array("the state of a journey, 123".utf8)
    let random = SeededRandom(seed: 1)

    @Test(arguments: KeyManagementAlgorithm.allCases, ContentEncryption.allCases)
    func compact(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) throws {
        for key in TestKeys.keys(for: algorithm, encryption) {
            let sealing = try SealingKey(key, algorithm: algorithm, encryption: encryption)
            let token = try JWE.seal(plaintext, with: sealing, header: ["realm": "alpha"], random: random)
            let opening = try OpeningKey(key, algorithm: algorithm, encryptions: [encryption])
            let opened = try JWE.open(token, with: opening, requiring: ["realm": "alpha"])
            #expect(opened.plaintext == plaintext)
            #expect(opened.header.keyID == key.keyID)
        }
    }

    @Test("a flipped bit anywhere is refused", arguments: KeyManagementAlgorithm.allCases, ContentEncryption.allCases)
    func flipped(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) throws {
        for key in TestKeys.keys(for: algorithm, encryption) {
            let sealing = try SealingKey(key, algorithm: algorithm, encryption: encryption)
            let token = try JWE.seal(plaintext, with: sealing, random: random)
            let opening = try OpeningKey(key, algorithm: algorithm, encryptions: [encryption])
            for part in 2..<5 {
                #expect(throws: JWEError(.decryptionFailed, "")) { try JWE.open(token.flippingBit(inPart: part), with: opening) }
            }
            #expect(throws: JWEError.self) { try JWE.open(token.flippingBit(inPart: 0), with: opening) }
        }
    }

    @Test("a wrong encrypted key is told apart by nothing", arguments: [KeyManagementAlgorithm.a256KW, .ecdhESA256KW, .rsaOAEP256])
    func wrongEncryptedKey(_ algorithm: KeyManagementAlgorithm) throws {
        for key in TestKeys.keys(for: algorithm, .a256GCM) {
            let token = try JWE.seal(
                plaintext, with: SealingKey(key, algorithm: algorithm, encryption: .a256GCM), random: random)
            let opening = try OpeningKey(key, algorithm: algorithm, encryptions: [.a256GCM])
            for wrong in [token.flippingBit(inPart: 1), token.replacingPart(1, with: ""), token.replacingPart(1, with: "AAAA")] {
                #expect(throws: JWEError(.decryptionFailed, "")) { try JWE.open(wrong, with: opening) }
            }
        }
    }
}
