import Crypto
import CryptoExtras
import Foundation
import Primitives

/// The public key of stamps: RSA of 2048 bits for blind signatures, as Privacy Pass has it (RFC 9578 §6, token type 2; RFC 9474,
/// RSABSSA-SHA384-PSS-Deterministic over an input that has 32 random bytes).
public struct StampKey: Sendable, Equatable {
    /// The key as RFC 9578 §6.5 writes it: SubjectPublicKeyInfo of id-RSASSA-PSS, SHA-384 and a salt of 48 bytes.
    public let encoded: [UInt8]
    let key: Verifier

    typealias Verifier = _RSA.BlindSigning.PublicKey<SHA384>

    /// Reads ``encoded``; nil for every other form, length of key and exponent.
    public init?(_ encoded: [UInt8]) {
        let number = encoded.dropFirst(Self.head.count + Self.numberHead.count).dropLast(Self.exponent.count)
        let whole: [UInt8] = Self.head + Self.numberHead + Array(number) + Self.exponent
        guard encoded == whole, number.count == Self.length, (number.first ?? 0) & 0x80 != 0,
            let key = try? Verifier(n: Data(number), e: Data([1, 0, 1]), parameters: .RSABSSA_SHA384_PSS_Deterministic)
        else { return nil }
        self.encoded = encoded
        self.key = key
    }

    init?(_ key: Verifier) { self.init(Self.head + key.pkcs1DERRepresentation) }

    /// The key's id: SHA-256 of ``encoded``, 32 bytes (RFC 9578 §6.5).
    public var id: [UInt8] { SHA256.hash(data: encoded).bytes }

    /// Whether a stamp was made by this key for a service.
    public func accepts(_ stamp: Stamp, of service: String) -> Bool {
        guard stamp.keyID == id, stamp.challengeDigest == Stamp.challengeDigest(of: service) else { return false }
        return key.isValidSignature(.init(rawRepresentation: Data(stamp.signature)), for: key.prepare(stamp.input))
    }

    public static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

    /// The number of bytes of the modulus, of blinded messages and of signatures.
    static let length = 256

    /// All that comes before the RSA key itself (RFC 9578 §6.5).
    private static let head =
        Hexadecimal.decode(
            "30820152303d06092a864886f70d01010a3030a00d300b0609608648016503040202a11a301806092a864886f70d010108300b"
                + "0609608648016503040202a2030201300382010f00") ?? []
    /// A sequence with a number of 256 bytes, whose first bit is set.
    private static let numberHead: [UInt8] = [0x30, 0x82, 0x01, 0x0A, 0x02, 0x82, 0x01, 0x01, 0x00]
    /// The number 65537.
    private static let exponent: [UInt8] = [0x02, 0x03, 0x01, 0x00, 0x01]
}
