#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whether two runs of bytes are equal. Not for secrets: the time tells where they differ.
@usableFromInline
package func sameBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let mine = left.baseAddress, let theirs = right.baseAddress else { return true }
    return memcmp(mine, theirs, left.count) == 0
}

/// The position of a byte, from a position on; nil when it isn't there.
package func position(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, (0..<bytes.count).contains(start) else { return nil }
    return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer(base).distance(to: $0) }
}
