import Crypto
public import Primitives

/// A key on an Edwards or Montgomery curve (RFC 8037 §2). A value of this type has been checked: its lengths are right, and its
/// private part, when there is one, belongs to the public part.
public struct OKPKey: Sendable, Equatable {
    /// The curves (RFC 8037 §3).
    public enum Curve: String, Sendable, CaseIterable {
        /// The curve for signatures.
        case ed25519 = "Ed25519"
        /// The curve for key agreement.
        case x25519 = "X25519"
    }

    /// The curve.
    public let curve: Curve
    /// The public key, 32 bytes.
    public let x: [UInt8]
    /// The private key, 32 bytes; nil in a public key.
    public let d: Secret?

    /// A key from its parts. Throws ``JWKError/Code/invalidKey`` for a part of another length than 32 bytes and for a private part
    /// of another public key.
    public init(curve: Curve, x: [UInt8], d: Secret? = nil) throws(JWKError) {
        guard x.count == 32, d.map({ $0.count == 32 }) ?? true else {
            throw JWKError(.invalidKey, "a part of an \(curve.rawValue) key is not 32 bytes long")
        }
        self.curve = curve
        self.x = x
        self.d = d
        if let d, curve.publicKey(of: d) != x { throw JWKError(.invalidKey, "d and x are not of one \(curve.rawValue) key") }
    }

    /// The key pair of a private key. Throws ``JWKError/Code/invalidKey`` when it is not 32 bytes long.
    public init(curve: Curve, d: Secret) throws(JWKError) {
        guard d.count == 32, let x = curve.publicKey(of: d) else {
            throw JWKError(.invalidKey, "d of an \(curve.rawValue) key is not 32 bytes long")
        }
        self.curve = curve
        self.x = x
        self.d = d
    }

    var publicKey: OKPKey { OKPKey(publicPartOf: self) }

    private init(publicPartOf key: OKPKey) {
        curve = key.curve
        x = key.x
        d = nil
    }
}

extension OKPKey.Curve {
    fileprivate func publicKey(of d: Secret) -> [UInt8]? {
        d.withBytes { d in
            switch self {
            case .ed25519: (try? Curve25519.Signing.PrivateKey(rawRepresentation: d)).map { [UInt8]($0.publicKey.rawRepresentation) }
            case .x25519: (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: d)).map { [UInt8]($0.publicKey.rawRepresentation) }
            }
        }
    }
}
