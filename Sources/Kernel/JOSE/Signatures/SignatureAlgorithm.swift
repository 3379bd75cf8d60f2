import Primitives

/// The signature and MAC algorithms (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9964 §2). There is no `none`.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// ECDSA with SHA-2 (RFC 7518 §3.4).
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384 (RFC 7518 §3.4).
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512 (RFC 7518 §3.4).
    case es512 = "ES512"
    /// RSASSA-PKCS1-v1_5 with SHA-2 (RFC 7518 §3.3).
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384 (RFC 7518 §3.3).
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512 (RFC 7518 §3.3).
    case rs512 = "RS512"
    /// RSASSA-PSS with SHA-256 (RFC 7518 §3.5).
    case ps256 = "PS256"
    /// Ed25519 (RFC 8037 §3.1).
    case edDSA = "EdDSA"
    /// ML-DSA-65, which withstands quantum computers (RFC 9964 §2, FIPS 204).
    case mlDSA65 = "ML-DSA-65"
    /// HMAC with SHA-2 (RFC 7518 §3.2).
    case hs256 = "HS256"
    /// HMAC with SHA-384 (RFC 7518 §3.2).
    case hs384 = "HS384"
    /// HMAC with SHA-512 (RFC 7518 §3.2).
    case hs512 = "HS512"

    /// The algorithms with a public key, for verifiers of tokens that others sign.
    public static let asymmetric: Set<SignatureAlgorithm> = [
        .es256, .es384, .es512, .rs256, .rs384, .rs512, .ps256, .edDSA, .mlDSA65,
    ]
}

extension JWK {
    /// The algorithms that a key can serve by its type, curve and length, the preferred one first. A MAC key must be as long as the
    /// hash (RFC 7518 §3.2).
    public var signatureAlgorithms: [SignatureAlgorithm] {
        switch material {
        case .ec(let key):
            switch key.curve {
            case .p256: [.es256]
            case .p384: [.es384]
            case .p521: [.es512]
            }
        case .okp(let key): key.curve == .ed25519 ? [.edDSA] : []
        case .akp: [.mlDSA65]
        case .rsa: [.rs256, .rs384, .rs512, .ps256]
        case .symmetric(let key):
            [(SignatureAlgorithm.hs256, 32), (.hs384, 48), (.hs512, 64)].filter { key.count >= $0.1 }.map(\.0)
        }
    }
}
