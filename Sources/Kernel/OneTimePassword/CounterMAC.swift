internal import Crypto
internal import Foundation
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// HMAC of counters, its key worked in already, so that each of many codes costs the message alone.
enum CounterMAC: Sendable {
    case sha1(PreparedHMAC<Insecure.SHA1>)
    case sha256(PreparedHMAC<SHA256>)
    case sha384(PreparedHMAC<SHA384>)
    case sha512(PreparedHMAC<SHA512>)

    init(_ algorithm: HashAlgorithm, key: Secret) {
        self =
            switch algorithm {
            case .sha1: .sha1(PreparedHMAC(key))
            case .sha256: .sha256(PreparedHMAC(key))
            case .sha384: .sha384(PreparedHMAC(key))
            case .sha512: .sha512(PreparedHMAC(key))
            }
    }

    /// The 31 bits of a counter's MAC that make its code (RFC 4226 §5.3).
    func number(at counter: UInt64) -> UInt32 {
        switch self {
        case .sha1(let hash): hash.number(at: counter)
        case .sha256(let hash): hash.number(at: counter)
        case .sha384(let hash): hash.number(at: counter)
        case .sha512(let hash): hash.number(at: counter)
        }
    }
}

/// HMAC (RFC 2104 §2) made of the library's hash function: for eight bytes the library's own HMAC takes twice as long, and four times to
/// take a key.
struct PreparedHMAC<Hash: HashFunction>: Sendable {
    private let inner, outer: Hash

    init(_ key: Secret) {
        let isLong = key.count > Hash.blockByteCount
        let key = isLong ? key.withBytes { Secret(bytes: Array(Hash.hash(data: $0))) } : key
        (inner, outer) = withUnsafeTemporaryAllocation(byteCount: Hash.blockByteCount, alignment: 8) { block in
            defer { Self.wipe(block) }
            block.initializeMemory(as: UInt8.self, repeating: 0x36)
            key.withBytes { key in
                for index in key.indices { block[index] ^= key[index] }
            }
            let inner = Self.begun(with: block)
            for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
            return (inner, Self.begun(with: block))
        }
    }

    func number(at counter: UInt64) -> UInt32 {
        var (inner, outer) = (inner, outer)
        withUnsafeBytes(of: counter.bigEndian) { inner.update(bufferPointer: $0) }
        inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
        return outer.finalize().withUnsafeBytes { Truncation.number(of: $0) }
    }

    private static func begun(with block: UnsafeMutableRawBufferPointer) -> Hash {
        var hash = Hash()
        hash.update(bufferPointer: UnsafeRawBufferPointer(block))
        return hash
    }

    private static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let address = bytes.baseAddress else { return }
        #if canImport(Darwin)
        memset_s(address, bytes.count, 0, bytes.count)
        #else
        explicit_bzero(address, bytes.count)
        #endif
    }
}
