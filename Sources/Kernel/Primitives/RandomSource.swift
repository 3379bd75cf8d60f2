import Crypto

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A source of unpredictable bytes for a module, so that a simulation can be replayed from a seed.
public protocol RandomSource: Sendable {
    /// `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// A random token of `count` bytes (32 by default, 256 bits) as base64url.
    ///
    /// It doesn't begin with a hyphen, since a command that is given it would take it for an option: an `A` stands there instead, which costs a
    /// guesser's work a thirty-second of a bit.
    public func token(_ count: Int = 32) -> String {
        let text = Base64URL.encode(bytes(count))
        return text.utf8.first == UInt8(ascii: "-") ? "A" + text.dropFirst() : text
    }

    /// `count` random bytes of an alphabet of at most 256, each as likely as any other: for codes that users type.
    public func characters(_ count: Int, of alphabet: some StringProtocol) -> [UInt8] {
        let alphabet = Array(alphabet.utf8)
        // A byte beyond the largest multiple of the alphabet's size is drawn again.
        let limit = 256 - 256 % alphabet.count
        var text: [UInt8] = []
        while text.count < count {
            text += bytes(count).filter { $0 < limit }.prefix(count - text.count).map { alphabet[Int($0) % alphabet.count] }
        }
        return text
    }
}

/// The operating system's cryptographic random generator.
///
/// It is asked for 256 bytes at a time, as each question costs about as much as sealing a journey's state; what was handed out is
/// overwritten.
public final class SystemRandom: RandomSource {
    /// The number of bytes that getentropy gives at most.
    private static let most = 256

    private let pool = Lock(Pool())

    fileprivate struct Pool {
        var bytes = [UInt8](repeating: 0, count: SystemRandom.most)
        var used = SystemRandom.most
    }

    /// Makes the source that reads the system's generator.
    public init() {}

    /// `count` bytes that can't be foreseen.
    public func bytes(_ count: Int) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(count)
        pool.withLock { pool in
            while out.count < count {
                if pool.used == Self.most { pool.refill() }
                pool.hand(count - out.count, to: &out)
            }
        }
        return out
    }
}

extension SystemRandom.Pool {
    fileprivate mutating func refill() {
        bytes.withUnsafeMutableBytes { buffer in
            #if canImport(Darwin)
            arc4random_buf(buffer.baseAddress, buffer.count)  // can't fail; getentropy isn't in the SDK of iOS
            #else
            let result = buffer.baseAddress.map { getentropy($0, buffer.count) }
            precondition(result == 0, "the operating system has no randomness")  // nothing would be secure without, so nothing continues
            #endif
        }
        used = 0
    }

    fileprivate mutating func hand(_ count: Int, to out: inout [UInt8]) {
        let end = min(used + count, bytes.count)
        out += bytes[used..<end]
        for index in used..<end { bytes[index] = 0 }
        used = end
    }
}

/// The same bytes for the same seed, for tests and simulations. Never for real keys.
public final class SeededRandom: RandomSource {
    private let seed: [UInt8]
    private let block = Lock<UInt64>(0)

    /// Makes a source whose bytes depend on `seed` alone.
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
