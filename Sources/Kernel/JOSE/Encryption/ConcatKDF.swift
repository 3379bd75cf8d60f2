import Crypto
import Primitives

/// The key derivation of ECDH-ES (RFC 7518 §4.6.2; NIST SP 800-56A §5.8.1) with SHA-256.
struct ConcatKDF {
    /// AlgorithmID: `enc` for direct agreement, `alg` when the agreed key wraps another.
    let algorithm: String
    /// PartyUInfo and PartyVInfo, the header's `apu` and `apv`.
    let producer, recipient: [UInt8]
    /// The length of the derived key in bytes.
    let length: Int

    func key(from secret: SharedSecret) -> SymmetricKey { secret.withUnsafeBytes { key(from: $0) } }

    func key(from secret: UnsafeRawBufferPointer) -> SymmetricKey {
        var derived: [UInt8] = []
        var round: UInt32 = 0
        while derived.count < length {
            round += 1
            derived.append(contentsOf: block(round, secret))
        }
        return SymmetricKey(data: derived.prefix(length))
    }

    private func block(_ round: UInt32, _ secret: UnsafeRawBufferPointer) -> SHA256.Digest {
        var hash = SHA256()
        hash.update(data: Self.number(round))
        hash.update(bufferPointer: secret)
        for info in [Array(algorithm.utf8), producer, recipient] {
            hash.update(data: Self.number(UInt32(info.count)))
            hash.update(data: info)
        }
        hash.update(data: Self.number(UInt32(length * 8)))
        return hash.finalize()
    }

    private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
