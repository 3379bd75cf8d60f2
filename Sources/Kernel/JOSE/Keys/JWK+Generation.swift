public import Primitives

/// A source of randomness that hands out RSA keys too, which the cryptographic library makes of randomness of its own only.
public protocol RSAKeySource: RandomSource {
    /// A key pair of so many bits; nil has the library make one.
    func rsaKey(bits: Int) -> RSAKey?
}

extension JWK {
    /// The kind of key to generate.
    public enum Kind: Sendable, Equatable {
        /// A key pair on P-256, P-384 or P-521.
        case p256, p384, p521
        /// A key pair on Curve25519: for signatures, for key agreement.
        case ed25519, x25519
        /// A key pair of ML-DSA-65.
        case mlDSA65
        /// An RSA key pair of so many bits, 2048 to 8192.
        case rsa(bits: Int)
        /// A symmetric key of so many bytes.
        case symmetric(bytes: Int)
    }

    /// A new key from `random`, named by its ``thumbprintText`` unless it is symmetric. An RSA key comes from an
    /// ``RSAKeySource``, else from the cryptographic library's own generator, which takes no other. Throws ``JWKError/Code/unsupported`` for a size out of bounds.
    public static func generate(_ kind: Kind, random: some RandomSource) throws(JWKError) -> JWK {
        var key = JWK(try material(kind, random))
        if case .symmetric = kind { return key }
        key.keyID = key.thumbprintText
        return key
    }

    private static func material(_ kind: Kind, _ random: some RandomSource) throws(JWKError) -> Material {
        switch kind {
        case .p256: .ec(try ec(.p256, random))
        case .p384: .ec(try ec(.p384, random))
        case .p521: .ec(try ec(.p521, random))
        case .ed25519: .okp(try OKPKey(curve: .ed25519, d: Secret(bytes: random.bytes(32))))
        case .x25519: .okp(try OKPKey(curve: .x25519, d: Secret(bytes: random.bytes(32))))
        case .mlDSA65: .akp(try AKPKey(algorithm: .mlDSA65, priv: Secret(bytes: random.bytes(32))))
        case .rsa(let bits): .rsa(try rsa(bits, random))
        case .symmetric(let count): .symmetric(try symmetric(count, random))
        }
    }

    private static func rsa(_ bits: Int, _ random: some RandomSource) throws(JWKError) -> RSAKey {
        if let key = (random as? any RSAKeySource)?.rsaKey(bits: bits) { return key }
        return try RSAKey.generate(bits: bits)
    }

    /// Generates a key by rejection (FIPS 186-5 A.2.2): a number that is zero or not below the group's order is drawn again. P-521 fills
    /// its last 521 bits; for the other curves a second draw is next to never needed.
    private static func ec(_ curve: ECKey.Curve, _ random: some RandomSource) throws(JWKError) -> ECKey {
        for _ in 0..<64 {
            var bytes = random.bytes(curve.coordinateLength)
            if curve == .p521 { bytes[0] &= 0x01 }
            if let key = try? ECKey(curve: curve, d: Secret(bytes: bytes)) { return key }
        }
        throw JWKError(.invalidKey, "the random source gave no number that \(curve.rawValue) takes")
    }

    private static func symmetric(_ count: Int, _ random: some RandomSource) throws(JWKError) -> Secret {
        guard (16...1024).contains(count) else {
            throw JWKError(.unsupported, "a symmetric key of \(count) bytes; generated are 16 to 1024")
        }
        return Secret(bytes: random.bytes(count))
    }
}
