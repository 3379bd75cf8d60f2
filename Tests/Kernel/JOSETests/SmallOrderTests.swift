import Crypto
import JOSE
import Primitives
import Testing

@testable import struct JOSE.AgreementParty
@testable import struct JOSE.ConcatKDF
@testable import struct JOSE.ContentCipher

/// X25519 with a point of small order gives zero whatever the private key, so that anybody could seal to, and open for, anybody (RFC 7748 §6.1).
@Suite("RFC 7748 §6.1: points of small order")
struct SmallOrderTests {
    /// The points as they are published (https://cr.yp.to/ecdh.html#validate), each also with the bit that X25519 ignores.
    static let points: [[UInt8]] = [
        bytes("0000000000000000000000000000000000000000000000000000000000000000"),
        bytes("0100000000000000000000000000000000000000000000000000000000000000"),
        bytes("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
        bytes("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
        bytes("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        bytes("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        bytes("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    ].flatMap { [$0, $0.dropLast() + [$0[31] | 0x80]] }

    private static func bytes(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.utf8.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
    }

    /// What anybody can make of such a point without any private key: a token that is right in every way.
    private func forged(_ point: [UInt8], _ encryption: ContentEncryption = .a256GCM) throws -> String {
        let header: JSONObject = [
            "alg": "ECDH-ES", "enc": .string(encryption.rawValue),
            "epk": ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(point))],
        ]
        let zeros = [UInt8](repeating: 0, count: 32)
        let key = try zeros.withUnsafeBytes { try ConcatKDF(.ecdhES, encryption, header: header).key(from: $0) }
        let text = Array(Base64URL.encode(JSONValue.object(header).encoded).utf8)
        let cipher = try #require(ContentCipher(encryption, key: key))
        return try cipher.seal([1, 2, 3], vector: [UInt8](repeating: 7, count: 12), authenticating: text).compact(behind: text, [])
    }

    @Test("the library itself takes them, so the test would show a check that is missing", arguments: points)
    func library(_ point: [UInt8]) throws {
        let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: SeededRandom(seed: 1).bytes(32))
        let secret = try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: point))
        #expect(secret.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
    }

    @Test("a token that is sealed with one doesn't open", arguments: points)
    func open(_ point: [UInt8]) throws {
        let opening = try OpeningKey(TestKeys.x25519, algorithm: .ecdhES, encryptions: [.a256GCM])
        let token = try forged(point)
        #expect(throws: JWEError(.decryptionFailed, "")) { try JWE.open(token, with: opening) }
    }

    @Test("nothing is sealed for one", arguments: points, [KeyManagementAlgorithm.ecdhES, .ecdhESA256KW])
    func seal(_ point: [UInt8], _ algorithm: KeyManagementAlgorithm) throws {
        let key = try SealingKey(JWK(.okp(OKPKey(curve: .x25519, x: point))), algorithm: algorithm, encryption: .a256GCM)
        #expect(throws: JWEError(.sealingFailed, "")) { try JWE.seal([1], with: key, random: SeededRandom(seed: 2)) }
    }

    @Test("what the forger makes opens with the secret that is agreed elsewhere, so it is right but for the point")
    func right() throws {
        let opening = OpeningKey(agreed: Secret(bytes: [UInt8](repeating: 0, count: 32)), encryptions: [.a256GCM])
        #expect(try JWE.open(try forged(Self.points[0]), with: opening).plaintext == [1, 2, 3])
    }
}
