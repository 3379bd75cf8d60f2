import Crypto
import CryptoExtras
import Primitives

/// A private key prepared for signing with one algorithm: parsed once, used for many tokens.
public struct SigningKey: Sendable {
    /// The algorithm that it signs with.
    public let algorithm: SignatureAlgorithm
    /// The `kid` that it writes into headers.
    public let keyID: String?

    let template: HeaderTemplate
    private let maker: any SignatureMaker

    /// Prepares a key. Without `algorithm`, it is the key's own `alg`, or else the first that its type has (ES256 for P-256, RS256 for
    /// RSA, HS256 for a symmetric key).
    ///
    /// Throws ``JWKError/Code/notUsable`` for a public key, for an algorithm of another key type, for a MAC key shorter than the hash
    /// (RFC 7518 §3.2), and when the key's `use`, `key_ops` or `alg` forbids it.
    public init(_ key: JWK, algorithm: SignatureAlgorithm? = nil) throws(JWKError) {
        let algorithms = key.signatureAlgorithms
        let chosen = algorithm ?? key.algorithm.flatMap(SignatureAlgorithm.init(exactly:)) ?? algorithms.first
        guard let chosen, algorithms.contains(chosen) else {
            throw JWKError(.notUsable, "the key's type or length does not serve \(chosen?.rawValue ?? "any signature")")
        }
        guard key.isPrivate else { throw JWKError(.notUsable, "a public key can't sign") }
        try key.require(use: .signature, anyOf: [.sign], algorithm: chosen.rawValue)
        self.algorithm = chosen
        keyID = key.keyID
        do { maker = try key.material.maker(chosen) } catch {
            throw JWKError(.invalidKey, "the cryptographic library refuses the key", underlying: error)
        }
        var members: JSONObject = ["alg": .string(chosen.rawValue)]
        members["kid"] = key.keyID.map(JSONValue.string)
        // Most tokens', and access tokens' (RFC 9068 §2.1).
        template = HeaderTemplate(members, reserving: ["crit", "b64"], expecting: ["JWT", "at+jwt"])
    }

    /// The bare signature over some bytes: what stands in a JWS last, as its algorithm has it (RFC 7518 §3.4: r and s). Throws
    /// ``JWSError/Code/signingFailed``.
    public func sign(_ input: [UInt8]) throws(JWSError) -> [UInt8] {
        do { return try maker.signature(over: input) } catch {
            throw JWSError(.signingFailed, "the cryptographic library could not sign with \(algorithm.rawValue)", underlying: error)
        }
    }
}

extension JWK.Material {
    fileprivate func maker(_ algorithm: SignatureAlgorithm) throws -> any SignatureMaker {
        switch self {
        case .ec(let key):
            guard let d = key.d else { throw JWKError(.notUsable, "a public key can't sign") }
            return try d.withBytes { d in try key.curve.maker(d) }
        case .okp(let key):
            guard let d = key.d else { throw JWKError(.notUsable, "a public key can't sign") }
            return try d.withBytes { d in try Curve25519.Signing.PrivateKey(rawRepresentation: d) }
        case .akp(let key): return try key.maker()
        case .rsa(let key):
            guard let scheme = RSAScheme(algorithm) else { throw JWKError(.notUsable, "\(algorithm.rawValue) is not RSA's") }
            return RSASigner(key: try key.signingKey(), scheme: scheme)
        case .symmetric(let key): return key.macKey(algorithm)
        }
    }
}

extension ECKey.Curve {
    fileprivate func maker(_ d: UnsafeRawBufferPointer) throws -> any SignatureMaker {
        switch self {
        case .p256: try P256.Signing.PrivateKey(rawRepresentation: d)
        case .p384: try P384.Signing.PrivateKey(rawRepresentation: d)
        case .p521: try P521.Signing.PrivateKey(rawRepresentation: d)
        }
    }
}

extension RSAKey {
    /// The key as the cryptographic library signs with it.
    fileprivate func signingKey() throws -> _RSA.Signing.PrivateKey {
        guard let secrets else { throw JWKError(.notUsable, "a public key can't sign") }
        return try secrets.d.withBytes { d in
            try secrets.p.withBytes { p in
                try secrets.q.withBytes { q in try _RSA.Signing.PrivateKey(n: n, e: e, d: d, p: p, q: q) }
            }
        }
    }
}

extension Secret {
    /// The key of a MAC algorithm; ``JWK/signatureAlgorithms`` has matched the two.
    func macKey(_ algorithm: SignatureAlgorithm) -> any SignatureMaker & SignatureChecker {
        let key = symmetricKey
        return switch algorithm {
        case .hs384: MACKey<SHA384>(key: key)
        case .hs512: MACKey<SHA512>(key: key)
        default: MACKey<SHA256>(key: key)
        }
    }

    /// The secret as the cryptographic library holds keys.
    var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: $0) } }
}
