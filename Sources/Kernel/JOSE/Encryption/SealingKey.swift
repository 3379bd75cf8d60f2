import Crypto
import Primitives

/// A recipient's key prepared for sealing: parsed once, used for many tokens.
public struct SealingKey: Sendable {
    /// The way in which the content's key reaches the recipient.
    public let algorithm: KeyManagementAlgorithm
    /// The algorithm that encrypts the content.
    public let encryption: ContentEncryption
    /// The `kid` that it writes into headers.
    public let keyID: String?

    let template: HeaderTemplate
    let method: Method

    /// The treatment of the content's key.
    enum Method: Sendable {
        case direct(SymmetricKey)
        case wrap(SymmetricKey)
        case agree(AgreementParty)
        case encrypt(RSAWrappingKey)
        /// The key was agreed on before, with the pair whose public half is `epk`.
        case agreed(SymmetricKey, ephemeral: JSONObject)
    }

    /// Prepares a key; of a private key, the public part is used.
    ///
    /// Throws ``JWKError/Code/notUsable`` for a key whose type or length does not fit the algorithm, and when the key's `use`, `key_ops`
    /// or `alg` forbids it.
    public init(_ key: JWK, algorithm: KeyManagementAlgorithm, encryption: ContentEncryption) throws(JWKError) {
        let key = key.publicKey ?? key
        // Some name the content's encryption in the `alg` of a key for `dir`.
        let stated = algorithm == .direct && key.algorithm == encryption.rawValue ? encryption.rawValue : algorithm.rawValue
        try key.require(use: .encryption, anyOf: algorithm.sealingOperations, algorithm: stated)
        self.algorithm = algorithm
        self.encryption = encryption
        keyID = key.keyID
        method = try Self.method(key, algorithm, encryption)
        let members = KnownHeader.members(algorithm, encryption, keyID: key.keyID)
        template = HeaderTemplate(members, reserving: ["epk", "zip", "crit"])
    }

    /// - Parameter ephemeral: the members of `epk`. Parties (`apu`, `apv`) can't be told any more, since the key is derived.
    init(_ key: SealingKey, agreed: SymmetricKey, ephemeral: JSONObject) {
        algorithm = key.algorithm
        encryption = key.encryption
        keyID = key.keyID
        method = .agreed(agreed, ephemeral: ephemeral)
        let members = KnownHeader.members(algorithm, encryption, keyID: keyID)
        template = HeaderTemplate(members, reserving: ["epk", "zip", "crit", "apu", "apv"])
    }

    private static func method(
        _ key: JWK, _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption
    ) throws(JWKError) -> Method {
        switch (algorithm, key.material) {
        case (.direct, .symmetric(let secret)): return .direct(try secret.key(ofLength: encryption.keyLength))
        case (.a256KW, .symmetric(let secret)): return .wrap(try secret.key(ofLength: 32))
        case (.ecdhES, .ec), (.ecdhESA256KW, .ec), (.ecdhES, .okp), (.ecdhESA256KW, .okp): return .agree(try AgreementParty(key))
        case (.rsaOAEP256, .rsa(let key)):
            do { return .encrypt(try RSAWrappingKey(key)) } catch {
                throw JWKError(.invalidKey, "the cryptographic library refuses the key", underlying: error)
            }
        default: throw JWKError(.notUsable, "the key's type does not serve \(algorithm.rawValue)")
        }
    }
}

extension Secret {
    /// The secret as a key that must be of one length.
    func key(ofLength length: Int) throws(JWKError) -> SymmetricKey {
        guard count == length else { throw JWKError(.notUsable, "a symmetric key of \(count) bytes where \(length) are needed") }
        return symmetricKey
    }
}
