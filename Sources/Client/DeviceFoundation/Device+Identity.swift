import Crypto
import CryptoExtras
import Primitives

extension Device {
    private static let identityKey = StoreKey("installation", "id")

    /// This installation's identifier: 128 random bits as 22 base64url characters, made once and kept in the store.
    ///
    /// It depends on nothing of the machine, so it neither changes with an update of the system nor follows the user elsewhere.
    /// - Throws: ``StoreError`` when the store can't be read or written.
    public func installationID() async throws(StoreError) -> String {
        if let known = try await store.get(Self.identityKey) { return known.reveal() }
        try await store.set(Secret(random.token(16)), for: Self.identityKey)
        // Of two calls that found none, both return what was stored last.
        return try await store.get(Self.identityKey)?.reveal() ?? ""
    }

    private static let identifierKey = StoreKey("installation", "identifier")

    /// The device's identifier as journeys know it: the SHA-1 of the public key of an RSA pair of 2048 bits, in hexadecimal; 128 random bits where no
    /// pair can be made (`docs/protocols/step-protocol.md` 9.2). It is made once, and kept in the store.
    ///
    /// Nothing is ever signed with the pair, so it isn't kept.
    /// - Throws: ``StoreError`` when the store can't be read or written.
    public func identifier() async throws(StoreError) -> String {
        if let known = try await store.get(Self.identifierKey) { return known.reveal() }
        let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048).publicKey.pkcs1DERRepresentation
        let identifier = key.map { Insecure.SHA1.hash(data: $0).bytes } ?? random.bytes(16)
        try await store.set(Secret(Hexadecimal.encode(identifier)), for: Self.identifierKey)
        // Of two calls that found none, both return what was stored last.
        return try await store.get(Self.identifierKey)?.reveal() ?? ""
    }

    /// The identifier of ``identifier()``, where one has been made; none is made for this.
    /// - Throws: ``StoreError`` when the store can't be read.
    public func knownIdentifier() async throws(StoreError) -> String? { try await store.get(Self.identifierKey)?.reveal() }
}
