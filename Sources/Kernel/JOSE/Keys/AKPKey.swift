import Crypto
import Foundation
public import Primitives

/// A key of ML-DSA, the post-quantum signatures of FIPS 204, with the one algorithm that it is for (RFC 9964 §3). A value of this type has
/// been checked: its bytes are a key, and its seed, when there is one, belongs to the public key.
///
/// On Apple's systems these keys are there from version 26 on; before, no such value can be made.
public struct AKPKey: Sendable, Equatable {
    /// The algorithms, by their names in JOSE.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// ML-DSA with the parameter set 65 (FIPS 204).
        case mlDSA65 = "ML-DSA-65"
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The public key as FIPS 204 encodes it: 1952 bytes.
    public let pub: [UInt8]
    /// The seed of which the private key is made, 32 bytes; nil in a public key.
    public let priv: Secret?

    /// Whether this system has these keys.
    public static var isSupported: Bool { if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false } }

    /// A key from its parts. Throws ``JWKError/Code/invalidKey`` for bytes that are no key and for a seed of another one, and
    /// ``JWKError/Code/unsupported``.
    public init(algorithm: Algorithm, pub: [UInt8], priv: Secret? = nil) throws(JWKError) {
        self.algorithm = algorithm
        self.pub = pub
        self.priv = priv
        guard let priv else {
            _ = try checker()
            return
        }
        guard try AKPKey(algorithm: algorithm, priv: priv).pub == pub else {
            throw JWKError(.invalidKey, "priv and pub are not of one \(algorithm.rawValue) key")
        }
    }

    /// The key pair of a seed. Throws ``JWKError/Code/invalidKey`` when it is not 32 bytes long, and ``JWKError/Code/unsupported``.
    public init(algorithm: Algorithm, priv: Secret) throws(JWKError) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { throw Self.unsupported }
        guard priv.count == 32, let pair = try? priv.withBytes({ try MLDSA65.PrivateKey(seedRepresentation: $0, publicKey: nil) }) else {
            throw JWKError(.invalidKey, "priv of an \(algorithm.rawValue) key is not 32 bytes long")
        }
        self.algorithm = algorithm
        self.pub = [UInt8](pair.publicKey.rawRepresentation)
        self.priv = priv
    }

    var publicKey: AKPKey { AKPKey(publicPartOf: self) }

    private init(publicPartOf key: AKPKey) {
        algorithm = key.algorithm
        pub = key.pub
        priv = nil
    }

    private static let unsupported = JWKError(.unsupported, "this system has no ML-DSA")
}

extension AKPKey {
    func maker() throws(JWKError) -> any SignatureMaker {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { throw Self.unsupported }
        guard let priv else { throw JWKError(.notUsable, "a public key can't sign") }
        do { return try priv.withBytes { try MLDSA65.PrivateKey(seedRepresentation: $0, publicKey: nil) } } catch {
            throw JWKError(.invalidKey, "priv makes no \(algorithm.rawValue) key", underlying: error)
        }
    }

    func checker() throws(JWKError) -> any SignatureChecker {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { throw Self.unsupported }
        do { return try MLDSA65.PublicKey(rawRepresentation: pub) } catch {
            throw JWKError(.invalidKey, "pub is no \(algorithm.rawValue) key", underlying: error)
        }
    }
}
