import CryptoExtras
import Foundation
public import Primitives

/// An RSA key of 2048 to 8192 bits (RFC 7518 §6.3). A value of this type has been checked: its size is in bounds, and its private
/// part, when there is one, belongs to the modulus.
public struct RSAKey: Sendable, Equatable {
    /// The sizes that are taken, in bits: RFC 7518 §3.3 sets the lower bound, the cost of a verification the upper one.
    public static let sizes = 2048...8192

    /// The modulus, big-endian without leading zeros.
    public let n: [UInt8]
    /// The public exponent, big-endian without leading zeros.
    public let e: [UInt8]
    /// The private numbers; nil in a public key.
    public let secrets: RSASecrets?

    /// A public key from its numbers. Throws ``JWKError/Code/unsupported`` for a size out of bounds and ``JWKError/Code/invalidKey``
    /// for numbers with leading zeros (RFC 7518 §6.3.1.1) or that make no key.
    public init(n: [UInt8], e: [UInt8]) throws(JWKError) {
        try Self.check(n: n, e: e)
        guard (try? _RSA.Signing.PublicKey(n: n, e: e)) != nil else { throw JWKError(.invalidKey, "n and e make no RSA key") }
        self.n = n
        self.e = e
        secrets = nil
    }

    /// A key pair from its numbers. The primes are needed: a key without them would have to be factored first. Throws as ``init(n:e:)``,
    /// and ``JWKError/Code/invalidKey`` when the private numbers are not of this key.
    public init(n: [UInt8], e: [UInt8], d: Secret, p: Secret, q: Secret) throws(JWKError) {
        try Self.check(n: n, e: e)
        do {
            let key = try Self.privateKey(n: n, e: e, d: d, p: p, q: q)
            self.init(checked: n, e, try RSASecrets(pkcs1: key.derRepresentation))
        } catch { throw JWKError(.invalidKey, "the private numbers are not of this RSA key", underlying: error) }
    }

    private init(checked n: [UInt8], _ e: [UInt8], _ secrets: RSASecrets?) {
        self.n = n
        self.e = e
        self.secrets = secrets
    }

    var publicKey: RSAKey { RSAKey(checked: n, e, nil) }

    private static func check(n: [UInt8], e: [UInt8]) throws(JWKError) {
        guard let high = n.first, high != 0, let first = e.first, first != 0 else {
            throw JWKError(.invalidKey, "n or e of an RSA key is empty or starts with zero")
        }
        let bits = n.count * 8 - high.leadingZeroBitCount
        guard sizes.contains(bits) else {
            throw JWKError(.unsupported, "an RSA key of \(bits) bits; taken are \(sizes.lowerBound) to \(sizes.upperBound)")
        }
    }

    private static func privateKey(
        n: [UInt8], e: [UInt8], d: Secret, p: Secret, q: Secret
    ) throws -> _RSA.Signing.PrivateKey {
        try d.withBytes { d in
            try p.withBytes { p in
                try q.withBytes { q in try _RSA.Signing.PrivateKey(n: n, e: e, d: d, p: p, q: q) }
            }
        }
    }
}

extension RSAKey {
    /// A new key pair. RSA primes come from the cryptographic library's own generator, which takes no other.
    static func generate(bits: Int) throws(JWKError) -> RSAKey {
        guard sizes.contains(bits), bits.isMultiple(of: 8) else {
            throw JWKError(
                .unsupported, "no RSA key of \(bits) bits; there are multiples of 8 from \(sizes.lowerBound) to \(sizes.upperBound)")
        }
        do {
            return try RSAKey(_RSA.Signing.PrivateKey(keySize: .init(bitCount: bits)))
        } catch { throw JWKError(.invalidKey, "no RSA key could be generated", underlying: error) }
    }

    /// A key pair of the cryptographic library's.
    init(_ key: _RSA.Signing.PrivateKey) throws {
        let numbers = try key.publicKey.getKeyPrimitives()
        let (n, e) = ([UInt8](numbers.modulus), [UInt8](numbers.publicExponent))
        try Self.check(n: n, e: e)
        self.init(checked: n, e, try RSASecrets(pkcs1: key.derRepresentation))
    }
}
