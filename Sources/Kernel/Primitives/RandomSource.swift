import Crypto
import Synchronization

/// Where a module takes unpredictable bytes from, so that a simulation can be replayed from a seed.
public protocol RandomSource: Sendable {
    /// `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// A random token of `count` bytes (32 by default, 256 bits) as base64url.
    public func token(_ count: Int = 32) -> String { Base64URL.encode(bytes(count)) }
}

/// The operating system's cryptographic random generator.
public struct SystemRandom: RandomSource {
    public init() {}

    /// `count` bytes that nobody can foresee.
    public func bytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }  // the library makes no empty key
        return SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }
}

/// The same bytes for the same seed, for tests and simulations. Never for real keys.
public final class SeededRandom: RandomSource {
    private let seed: [UInt8]
    private let block = Mutex<UInt64>(0)

    public init(seed: UInt64) { self.seed = withUnsafeBytes(of: seed.littleEndian) { Array($0) } }

    /// The next `count` bytes of the seed's stream.
    public func bytes(_ count: Int) -> [UInt8] {
        var out: [UInt8] = []
        while out.count < count {
            let index = block.withLock { index in
                index += 1
                return index
            }
            out.append(contentsOf: SHA256.hash(data: seed + withUnsafeBytes(of: index.littleEndian) { Array($0) }))
        }
        return Array(out.prefix(count))
    }
}
