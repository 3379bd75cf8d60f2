import Crypto
public import Primitives

/// A key pair on P-256: a subscriber's, or the one of a single message.
public struct WebPushKeyPair: Sendable {
    let key: P256.KeyAgreement.PrivateKey

    /// The public key, uncompressed: 65 bytes.
    public var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }
    /// The private number, 32 bytes: for keeping.
    public var privateKey: Secret { Secret(bytes: key.rawRepresentation) }

    /// A new pair. Throws ``WebPushError/Code/invalidKeys`` for a random source that gives the same over and over.
    public init(random: some RandomSource) throws(WebPushError) {
        // A number that is zero or not below the group's order is drawn again (FIPS 186-5 A.2.2); a second draw is next to never needed.
        for _ in 0..<64 {
            if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: random.bytes(32)) {
                self.key = key
                return
            }
        }
        throw WebPushError(.invalidKeys, "the random source gave no number that P-256 takes")
    }

    /// A pair that was kept. Throws ``WebPushError/Code/invalidKeys``.
    public init(privateKey: Secret) throws(WebPushError) {
        guard let key = try? privateKey.withBytes({ try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }) else {
            throw WebPushError(.invalidKeys, "the private number is none of P-256")
        }
        self.key = key
    }
}
