import Crypto
import Primitives

/// A hash of a Merkle tree, 32 bytes: of a leaf, or of all leaves below a node (RFC 6962 §2.1).
public struct TreeHash: Sendable, Hashable {
    // In memory's order, so that the value's own memory is the hash.
    private let words: Words

    /// A hash of exactly 32 bytes; nil for another number of bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        var words = Words()
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.words = words
    }

    private init(_ digest: SHA256.Digest) {
        var words = Words()
        digest.withUnsafeBytes { bytes in withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) } }
        self.words = words
    }

    /// The number of a hash's bytes.
    public static let length = 32

    /// The hash of a tree without leaves.
    public static let empty = TreeHash(SHA256.hash(data: [UInt8]()))

    /// The hash of an entry as a leaf: SHA-256 of a byte 0 and the entry.
    public static func leaf(_ entry: [UInt8]) -> TreeHash {
        var hash = SHA256()
        hash.update(data: [0])
        hash.update(data: entry)
        return TreeHash(hash.finalize())
    }

    /// The hash of a node over its two children: SHA-256 of a byte 1 and both hashes.
    public static func node(_ left: TreeHash, _ right: TreeHash) -> TreeHash {
        var hash = SHA256()
        withUnsafeBytes(of: UInt8(1)) { hash.update(bufferPointer: $0) }
        withUnsafeBytes(of: left.words) { hash.update(bufferPointer: $0) }
        withUnsafeBytes(of: right.words) { hash.update(bufferPointer: $0) }
        return TreeHash(hash.finalize())
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    /// The hash in standard base64, as checkpoints and proofs have it.
    public var text: String { StandardBase64.encode(bytes) }

    private struct Words: Hashable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
    }
}
