import Crypto
package import Primitives

/// Hashes for one purpose that can't be made or checked without the server's keys (HMAC with SHA-256), of what is stored or handed out and
/// must be recognised later: also after the master key has changed.
package struct KeyedHash: Sendable {
    /// Begun with each key, the current one first.
    private let keys: [HMAC<SHA256>]

    /// - Parameter purpose: hashes of different purposes have nothing to do with each other.
    package init(_ purpose: String, _ sealer: Sealer) {
        keys = sealer.roots.all.map { $0.key(purpose).withBytes { HMAC(key: SymmetricKey(data: $0)) } }
    }

    /// The hash of a message, to be kept.
    package func hash(_ message: [UInt8]) -> [UInt8] { keys[0].code(of: message) }

    /// Returns what ``hash(_:)`` says of a message or has said of it, the current one first: to find by it what is kept.
    package func hashes(_ message: [UInt8]) -> [[UInt8]] { keys.map { $0.code(of: message) } }

    /// Whether a hash is or was the message's. It takes the same time whatever the hash.
    package func isHash(_ hash: [UInt8], of message: [UInt8]) -> Bool {
        keys.reduce(false) { found, key in constantTimeEqual(hash, key.code(of: message)) || found }
    }

    /// The hash by the key that was there first: for what is never kept, and must be the same each time.
    package func lastingHash(_ message: [UInt8]) -> [UInt8] { keys[keys.count - 1].code(of: message) }
}

extension KeyedHash {
    package func hash(_ secret: Secret) -> [UInt8] { hash(secret.withBytes { Array($0) }) }
    /// The hashes of a secret's bytes that may have been kept, the current key's first.
    package func hashes(_ secret: Secret) -> [[UInt8]] { hashes(secret.withBytes { Array($0) }) }
    /// Whether a hash is or was that of a secret's bytes; compared in constant time.
    package func isHash(_ hash: [UInt8], of secret: Secret) -> Bool { isHash(hash, of: secret.withBytes { Array($0) }) }
}
