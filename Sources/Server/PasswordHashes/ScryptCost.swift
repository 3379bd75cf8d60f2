import CryptoExtras
import Foundation
import Primitives

/// The cost of scrypt (RFC 7914 §2).
struct ScryptCost: Sendable, Equatable {
    /// log2 of N.
    let log2N: Int
    /// r.
    let blockSize: Int
    /// p.
    let lanes: Int

    /// - Throws: ``HashError`` for a cost beyond ``HashBounds``.
    init(log2N: Int, blockSize: Int, lanes: Int) throws(HashError) {
        guard (1...30).contains(log2N), (1...1_048_576).contains(blockSize), HashBounds.lanes.contains(lanes),
            (128 << log2N) * blockSize <= HashBounds.scryptMemory
        else { throw HashError(.excessiveCost, "scrypt's cost is outside of the bounds: 256 MiB and 16 lanes") }
        self.log2N = log2N
        self.blockSize = blockSize
        self.lanes = lanes
    }

    /// The cost of a number of rounds, which is a power of two.
    init(rounds: Int, blockSize: Int, lanes: Int) throws(HashError) {
        guard rounds > 1, rounds & (rounds - 1) == 0 else { throw HashError(.malformed, "scrypt's N is no power of two") }
        try self.init(log2N: rounds.trailingZeroBitCount, blockSize: blockSize, lanes: lanes)
    }

    /// The key for a password, of `count` bytes.
    func key(from password: Secret, salt: [UInt8], count: Int) throws(HashError) -> [UInt8] {
        do {
            return try password.withBytes { bytes in
                try KDF.Scrypt.deriveKey(
                    from: bytes, salt: salt, outputByteCount: count, rounds: 1 << log2N, blockSize: blockSize, parallelism: lanes,
                    maxMemory: HashBounds.scryptMemory * 2
                ).withUnsafeBytes { Array($0) }
            }
        } catch {
            throw HashError(.failed, "scrypt: \(error)")
        }
    }
}
