public import Primitives

/// A JSON Web Key (RFC 7517), public or private, checked when it is made.
public struct JWK: Sendable, Equatable {
    /// The key itself, by `kty` (RFC 7518 §6.1, RFC 8037 §2, RFC 9964 §3).
    public enum Material: Sendable, Equatable {
        /// `EC`: P-256, P-384 or P-521.
        case ec(ECKey)
        /// `RSA`.
        case rsa(RSAKey)
        /// `OKP`: Ed25519 or X25519.
        case okp(OKPKey)
        /// `AKP`: ML-DSA-65.
        case akp(AKPKey)
        /// `oct`: a symmetric key (RFC 7518 §6.4).
        case symmetric(Secret)
    }

    /// The key itself.
    public let material: Material
    /// `kid`, the name by which a header points at the key (RFC 7517 §4.5).
    public var keyID: String?
    /// `use` (RFC 7517 §4.2).
    public var use: Use?
    /// `key_ops` (RFC 7517 §4.3).
    public var operations: [Operation]?
    /// `alg`, the one algorithm that the key is for (RFC 7517 §4.4). An `AKP` key has always its own (RFC 9964 §3).
    public var algorithm: String?
    /// `x5c`, base64 DER certificates, the key's own first (RFC 7517 §4.7). They are carried, not verified.
    public var certificateChain: [String]?
    /// Members that this type has no name for, carried through.
    public var others: JSONObject

    /// A key with its metadata, all of which may be left out.
    public init(
        _ material: Material, keyID: String? = nil, use: Use? = nil, operations: [Operation]? = nil, algorithm: String? = nil,
        certificateChain: [String]? = nil, others: JSONObject = JSONObject()
    ) {
        self.material = material
        self.keyID = keyID
        self.use = use
        self.operations = operations
        self.algorithm = if case .akp(let key) = material { key.algorithm.rawValue } else { algorithm }
        self.certificateChain = certificateChain
        self.others = others
    }

    /// Whether it holds a private part, or is a symmetric key.
    public var isPrivate: Bool {
        switch material {
        case .ec(let key): key.d != nil
        case .rsa(let key): key.secrets != nil
        case .okp(let key): key.d != nil
        case .akp(let key): key.priv != nil
        case .symmetric: true
        }
    }

    /// The same key without its private part, its operations turned to the public side's (`sign` to `verify`); nil for a symmetric
    /// key, which has no public part.
    public var publicKey: JWK? {
        var copy: JWK
        switch material {
        case .ec(let key): copy = replacing(.ec(key.publicKey))
        case .rsa(let key): copy = replacing(.rsa(key.publicKey))
        case .okp(let key): copy = replacing(.okp(key.publicKey))
        case .akp(let key): copy = replacing(.akp(key.publicKey))
        case .symmetric: return nil
        }
        if isPrivate { copy.operations = operations?.compactMap(\.publicCounterpart) }
        return copy
    }

    private func replacing(_ material: Material) -> JWK {
        JWK(
            material, keyID: keyID, use: use, operations: operations, algorithm: algorithm, certificateChain: certificateChain,
            others: others)
    }
}
