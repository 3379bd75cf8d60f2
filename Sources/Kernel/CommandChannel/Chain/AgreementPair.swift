import Crypto
public import Primitives

/// A P-256 key pair for agreement (ECDH), as a party makes it for one flow or keeps it.
public struct AgreementPair: Sendable {
    /// The private number, 32 bytes.
    public let privateKey: Secret
    // The same, ready for agreements: making it of the number takes a multiplication of a point.
    private let key: P256.KeyAgreement.PrivateKey
    /// The point in its uncompressed form (SEC 1 §2.3.3), 65 bytes.
    public var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// A new pair.
    /// - Throws: ``CommandError/Code/key`` for a random source that isn't one.
    public init(random: any RandomSource) throws(CommandError) {
        // By rejection (FIPS 186-5 A.2.2): a second draw is next to never needed.
        for _ in 0..<64 {
            if let pair = try? Self(privateKey: Secret(bytes: random.bytes(32))) {
                self = pair
                return
            }
        }
        throw CommandError(.key, "the random source gave no number that P-256 takes")
    }

    /// The pair of a private number.
    /// - Throws: ``CommandError/Code/key`` for a number that is zero or not below the group's order.
    public init(privateKey: Secret) throws(CommandError) {
        guard let key = privateKey.withBytes({ try? P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }) else {
            throw CommandError(.key, "these bytes are no private key")
        }
        self.key = key
        self.privateKey = privateKey
    }

    /// The pair that a secret stands for: numbers are derived until one is in range.
    init(derivedFrom secret: SymmetricKey, _ label: String) throws(CommandError) {
        for attempt in UInt8(0)..<64 {
            let number = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Array(label.utf8) + [attempt], outputByteCount: 32)
            if let pair = try? Self(privateKey: Secret(key: number)) {
                self = pair
                return
            }
        }
        throw CommandError(.key, "no number of the derivation is in range")
    }

    /// The 32 bytes that are shared with another party's key.
    /// - Throws: ``CommandError/Code/key`` for bytes that are no point of the curve.
    public func agree(with point: [UInt8]) throws(CommandError) -> Secret {
        guard let other = try? P256.KeyAgreement.PublicKey(x963Representation: point),
            let shared = try? key.sharedSecretFromKeyAgreement(with: other)
        else { throw CommandError(.key, "the other party's key is no point of P-256") }
        return shared.withUnsafeBytes { Secret(bytes: $0) }
    }
}

extension AgreementPair: Equatable {
    /// Equal when their private numbers are.
    public static func == (left: Self, right: Self) -> Bool { left.privateKey == right.privateKey }
}

extension Secret {
    init(key: SymmetricKey) { self = key.withUnsafeBytes { Secret(bytes: $0) } }
    var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: $0) } }
}
