import Crypto
import Primitives

/// A prepared private key that agrees on a secret with a public key (RFC 7518 §4.6, RFC 8037 §3.2).
protocol AgreementKey: Sendable {
    /// The secret shared with a key of the same curve; `point` is its uncompressed point, or the bytes of an X25519 key.
    func secret(with point: [UInt8]) throws -> SharedSecret
}

extension P256.KeyAgreement.PrivateKey: AgreementKey {
    func secret(with point: [UInt8]) throws -> SharedSecret {
        try sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: point))
    }
}

extension P384.KeyAgreement.PrivateKey: AgreementKey {
    func secret(with point: [UInt8]) throws -> SharedSecret {
        try sharedSecretFromKeyAgreement(with: P384.KeyAgreement.PublicKey(x963Representation: point))
    }
}

extension P521.KeyAgreement.PrivateKey: AgreementKey {
    func secret(with point: [UInt8]) throws -> SharedSecret {
        try sharedSecretFromKeyAgreement(with: P521.KeyAgreement.PublicKey(x963Representation: point))
    }
}

extension Curve25519.KeyAgreement.PrivateKey: AgreementKey {
    /// Refuses a secret of zeros, which a point of small order gives and which is no secret (RFC 7748 §6.1, RFC 8037 §3.2). The library
    /// leaves that to its callers.
    func secret(with point: [UInt8]) throws -> SharedSecret {
        let secret = try sharedSecretFromKeyAgreement(with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: point))
        guard secret.withUnsafeBytes({ !constantTimeEqual($0, repeatElement(0, count: $0.count)) }) else {
            throw JWKError(.invalidKey, "an X25519 key of small order agrees on nothing secret")
        }
        return secret
    }
}
