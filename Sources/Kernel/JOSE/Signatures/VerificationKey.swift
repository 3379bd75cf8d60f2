import Crypto
import CryptoExtras
import Primitives

/// A key prepared for verifying: parsed once, used for many tokens.
public struct VerificationKey: Sendable {
    /// Its `kid`.
    public let keyID: String?
    /// The algorithms that it verifies: the one that its `alg` names, or else all that fit its type.
    public var algorithms: [SignatureAlgorithm] { checkers.map(\.algorithm) }

    private let checkers: [(algorithm: SignatureAlgorithm, checker: any SignatureChecker)]

    /// Prepares a key; of a private key, the public part.
    ///
    /// Throws ``JWKError/Code/notUsable`` for a key type that verifies nothing, a MAC key shorter than 32 bytes, and when the key's
    /// `use`, `key_ops` or `alg` forbids it.
    public init(_ key: JWK) throws(JWKError) {
        let key = key.publicKey ?? key
        let algorithms = key.signatureAlgorithms.filter { key.algorithm == nil || key.algorithm == $0.rawValue }
        guard let first = algorithms.first else { throw JWKError(.notUsable, "the key's type, length or alg serves no signature") }
        try key.require(use: .signature, anyOf: [.verify], algorithm: key.algorithm ?? first.rawValue)
        keyID = key.keyID
        do { checkers = try algorithms.map { ($0, try key.material.checker($0)) } } catch {
            throw JWKError(.invalidKey, "the cryptographic library refuses the key", underlying: error)
        }
    }

    /// Returns the checker of signatures of one algorithm; nil when the key doesn't serve it.
    func checker(for algorithm: SignatureAlgorithm) -> (any SignatureChecker)? {
        checkers.first { $0.algorithm == algorithm }?.checker
    }
}

extension JWK.Material {
    fileprivate func checker(_ algorithm: SignatureAlgorithm) throws -> any SignatureChecker {
        switch self {
        case .ec(let key): return try key.checker()
        case .okp(let key): return try Curve25519.Signing.PublicKey(rawRepresentation: key.x)
        case .akp(let key): return try key.checker()
        case .rsa(let key):
            guard let scheme = RSAScheme(algorithm) else { throw JWKError(.notUsable, "\(algorithm.rawValue) is not RSA's") }
            return RSAVerifier(key: try _RSA.Signing.PublicKey(n: key.n, e: key.e), scheme: scheme)
        case .symmetric(let key): return key.macKey(algorithm)
        }
    }
}

extension ECKey {
    fileprivate func checker() throws -> any SignatureChecker {
        switch curve {
        case .p256: try P256.Signing.PublicKey(x963Representation: point)
        case .p384: try P384.Signing.PublicKey(x963Representation: point)
        case .p521: try P521.Signing.PublicKey(x963Representation: point)
        }
    }
}
