import Crypto
public import Primitives

/// Keeps keys in a ``SecureStore``, and computes with them in this process: for systems without a hardware store.
///
/// How safe the keys are is how safe the store is: use a ``FileVault``, or ``InMemoryStore`` in a test.
public struct SoftwareKeyStore: KeyStore {
    private let keys: KeptKeys<SoftwareEngine>

    /// A store whose keys are records of a service of `store`, by default `keys`.
    public init(_ store: any SecureStore, service: String = "keys") { self.init(store, service: service, random: SystemRandom()) }

    package init(_ store: any SecureStore, service: String = "keys", random: any RandomSource) {
        keys = KeptKeys(engine: SoftwareEngine(random: random), store: store, service: service)
    }

    /// Says that the store asks no user: whether a key is used without, is what the program that holds it decides.
    public func enforces(_ access: KeyAccess) -> Bool { keys.engine.enforces(access) }
    /// Makes a key pair and keeps its private half in the store.
    /// - Throws: ``KeyError/Code/exists`` when there is a key of that name; ``KeyError/Code/unsupported`` for an access with a part of the
    ///   user's; other codes when the store fails.
    public func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint {
        try await keys.create(name, for: use, access: access)
    }
    /// The access that a key was made with; nil when there is none of that name.
    /// - Throws: ``KeyError`` when the store fails.
    public func access(of name: String) async throws(KeyError) -> KeyAccess? { try await keys.access(of: name) }
    /// The public half of a key; nil when there is none of that name.
    /// - Throws: ``KeyError/Code/unusable``; other codes when the store fails.
    public func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? { try await keys.publicKey(name) }
    /// Makes an ECDSA signature of SHA-256 (ES256), r and s in 32 bytes each.
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use.
    public func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8] {
        try await keys.sign(bytes, with: name, asking: reason)
    }
    /// Agrees on a raw secret of 32 bytes with another party's key (ECDH).
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use.
    public func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        try await keys.agree(with: other, using: name)
    }
    /// Removes a key; removing none is no error.
    /// - Throws: ``KeyError`` when the store fails.
    public func delete(_ name: String) async throws(KeyError) { try await keys.delete(name) }
    /// The names of all keys, sorted.
    /// - Throws: ``KeyError`` when the store fails.
    public func names() async throws(KeyError) -> [String] { try await keys.names() }
}

/// Keys as their private numbers.
struct SoftwareEngine: KeyEngine {
    let random: any RandomSource

    func enforces(_ access: KeyAccess) -> Bool { access == .afterFirstUnlock }

    func make(_ use: KeyUse, _ access: KeyAccess) throws -> [UInt8] {
        // By rejection (FIPS 186-5 A.2.2): a second draw is next to never needed.
        for _ in 0..<64 {
            let number = random.bytes(32)
            if (try? P256.Signing.PrivateKey(rawRepresentation: number)) != nil { return number }
        }
        throw KeyError(.refused, "the random source gave no number that P-256 takes")
    }

    func publicKey(of number: [UInt8], _ use: KeyUse) throws -> PublicPoint {
        let point = try P256.Signing.PrivateKey(rawRepresentation: number).publicKey.x963Representation
        guard let point = PublicPoint(uncompressed: point) else { throw KeyError(.unusable, "what is kept is no key") }
        return point
    }

    func sign(_ bytes: [UInt8], with number: [UInt8], _ access: KeyAccess, asking reason: String) throws -> [UInt8] {
        [UInt8](try P256.Signing.PrivateKey(rawRepresentation: number).signature(for: bytes).rawRepresentation)
    }

    func agree(with other: PublicPoint, using number: [UInt8]) throws -> Secret {
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: number)
        let secret = try key.sharedSecretFromKeyAgreement(with: try other.agreementKey())
        return secret.withUnsafeBytes { Secret(bytes: $0) }
    }
}

extension PublicPoint {
    /// The point as the cryptographic library takes it.
    func agreementKey() throws -> P256.KeyAgreement.PublicKey {
        do { return try P256.KeyAgreement.PublicKey(x963Representation: uncompressed) } catch {
            throw KeyError(.invalidPoint, "the other party's key is no point of P-256", underlying: error)
        }
    }
}
