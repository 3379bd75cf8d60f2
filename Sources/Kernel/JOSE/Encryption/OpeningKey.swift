import Crypto
import Primitives

/// A private or shared key prepared for opening: parsed once, used for many tokens. It opens what was sealed in the ways that it
/// was prepared for, and nothing else.
public struct OpeningKey: Sendable {
    /// The algorithm that must have protected the content's key.
    public let algorithm: KeyManagementAlgorithm
    /// The algorithms that may have encrypted the content.
    public let encryptions: Set<ContentEncryption>
    /// Its `kid`.
    public let keyID: String?

    let method: Method
    /// The headers of tokens that were sealed with the key and no members besides its own.
    let known: [KnownHeader]

    /// The method that gets the content's key back.
    enum Method: Sendable {
        case direct(SymmetricKey)
        case unwrap(SymmetricKey)
        case agree(AgreementParty)
        case decrypt(RSAUnwrappingKey)
        /// The secret was agreed on elsewhere.
        case agreed(Secret)
    }

    init(algorithm: KeyManagementAlgorithm, encryptions: Set<ContentEncryption>, method: Method) {
        self.algorithm = algorithm
        self.encryptions = encryptions
        self.method = method
        keyID = nil
        known = []
    }

    /// Prepares a key for one algorithm and some encryptions. For `dir`, each of them must fit the key's length.
    ///
    /// Throws ``JWKError/Code/notUsable`` for a public key, one whose type or length does not fit, and when the key's `use`, `key_ops`
    /// or `alg` forbids it.
    public init(
        _ key: JWK, algorithm: KeyManagementAlgorithm, encryptions: Set<ContentEncryption>
    ) throws(JWKError) {
        guard key.isPrivate else { throw JWKError(.notUsable, "a public key can't open") }
        let direct = encryptions.map(\.rawValue).first { algorithm == .direct && $0 == key.algorithm }
        try key.require(use: .encryption, anyOf: algorithm.openingOperations, algorithm: direct ?? algorithm.rawValue)
        self.algorithm = algorithm
        self.encryptions = encryptions
        keyID = key.keyID
        method = try Self.method(key, algorithm, encryptions)
        let shared: SymmetricKey? = if case .direct(let key) = method { key } else { nil }
        known = encryptions.compactMap { KnownHeader(algorithm, $0, keyID: key.keyID, key: shared) }
    }

    private static func method(
        _ key: JWK, _ algorithm: KeyManagementAlgorithm, _ encryptions: Set<ContentEncryption>
    ) throws(JWKError) -> Method {
        switch (algorithm, key.material) {
        case (.direct, .symmetric(let secret)):
            for encryption in encryptions { _ = try secret.key(ofLength: encryption.keyLength) }
            return .direct(secret.symmetricKey)
        case (.a256KW, .symmetric(let secret)): return .unwrap(try secret.key(ofLength: 32))
        case (.ecdhES, .ec), (.ecdhESA256KW, .ec), (.ecdhES, .okp), (.ecdhESA256KW, .okp): return .agree(try AgreementParty(key))
        case (.rsaOAEP256, .rsa(let key)):
            do { return .decrypt(try RSAUnwrappingKey(key)) } catch {
                throw JWKError(.invalidKey, "the cryptographic library refuses the key", underlying: error)
            }
        default: throw JWKError(.notUsable, "the key's type does not serve \(algorithm.rawValue)")
        }
    }
}
