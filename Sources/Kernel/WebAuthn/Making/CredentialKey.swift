import Crypto
import JOSE
public import Primitives

/// The key pair of a credential: it signs, and shows its public half. A key store's keys conform, and never show the other half.
public protocol CredentialKey: Sendable {
    /// The public half, for the relying party.
    var publicKey: COSEKey { get }
    /// A signature in WebAuthn's form (L3 §6.5.5): for ECDSA in DER.
    func signature(over message: [UInt8]) throws -> [UInt8]
}

/// A key pair in memory: on P-256, of Ed25519, or of ML-DSA-65 where the system has that.
public struct SoftwareCredentialKey: CredentialKey {
    private enum Key {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
        case mlDSA65(SigningKey)
    }

    private let key: Key
    /// The public half, for the relying party.
    public let publicKey: COSEKey

    /// Makes a key pair. Throws ``WebAuthnError/Code/cannotMake`` for any other algorithm.
    public init(_ algorithm: COSEAlgorithm, random: some RandomSource) throws(WebAuthnError) {
        // A number is not below the group's order once in 2³² times; then another is drawn.
        for _ in 0..<16 {
            if let key = try? SoftwareCredentialKey(algorithm, secret: Secret(bytes: random.bytes(32))) {
                self = key
                return
            }
        }
        throw WebAuthnError(.cannotMake, "no key is made for the algorithm \(algorithm.rawValue)")
    }

    /// The key pair of a private number, or seed, of 32 bytes. Throws ``WebAuthnError/Code/cannotMake``.
    public init(_ algorithm: COSEAlgorithm, secret: Secret) throws(WebAuthnError) {
        do {
            switch algorithm {
            case .es256:
                let key = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
                self.key = .p256(key)
                publicKey = try COSEKey(.es256, point: Array(key.publicKey.x963Representation))
            case .edDSA:
                let key = try secret.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
                self.key = .ed25519(key)
                publicKey = try COSEKey(.edDSA, .okp(x: Array(key.publicKey.rawRepresentation)))
            case .mlDSA65:
                let pair = try AKPKey(algorithm: .mlDSA65, priv: secret)
                key = .mlDSA65(try SigningKey(JWK(.akp(pair))))
                publicKey = try COSEKey(.mlDSA65, .akp(pub: pair.pub))
            default: throw WebAuthnError(.cannotMake, "no key is made for the algorithm \(algorithm.rawValue)")
            }
        } catch { throw WebAuthnError(.cannotMake, "the number is no private key", underlying: error) }
    }

    /// Signs a message; ECDSA signatures are in DER.
    /// - Throws: the error of the cryptographic library.
    public func signature(over message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .p256(let key): Array(try key.signature(for: message).derRepresentation)
        case .ed25519(let key): Array(try key.signature(for: message))
        case .mlDSA65(let key): try key.sign(message)
        }
    }
}
