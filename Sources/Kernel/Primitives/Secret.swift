#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Bytes that must not be seen: a password, a seed, a token, a key.
///
/// Its description is `‹redacted›`, equality takes the same time whatever the contents, and the memory is overwritten when
/// the last copy goes. Read it with ``withBytes(_:)``, or with ``reveal()`` at the edge where it leaves the process.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let storage: Storage

    /// A secret with a copy of some bytes.
    public init(bytes: some Collection<UInt8>) { storage = Storage(bytes) }

    /// A secret with the UTF-8 bytes of a text.
    public init(_ text: some StringProtocol) { storage = Storage(text.utf8) }

    /// The number of bytes.
    public var count: Int { storage.buffer.count }
    /// Whether the secret has no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Calls `body` with the bytes; don't let them escape.
    /// - Throws: the error of `body`.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage.buffer))
    }

    /// The bytes as text, for the edge where they must leave (a request body, a prompt). The copy is not overwritten.
    public func reveal() -> String { String(own: storage.buffer) }

    public static func == (left: Secret, right: Secret) -> Bool {
        left.withBytes { a in right.withBytes { b in constantTimeEqual(a, b) } }
    }

    public var description: String { "‹redacted›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether two byte sequences are equal, in a time that depends only on their lengths.
public func constantTimeEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    let isEqual = left.withContiguousStorageIfAvailable { left in
        right.withContiguousStorageIfAvailable { right in difference(left, right) == 0 }
    }
    return (isEqual ?? nil) ?? (zip(left, right).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0)
}

// Over buffers: a generic loop isn't specialised in another module, and takes a microsecond for a hash.
private func difference(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference
}

extension Secret {
    private final class Storage: @unchecked Sendable {  // written only in init and deinit
        let buffer: UnsafeMutableRawBufferPointer

        init(_ bytes: some Collection<UInt8>) {
            buffer = .allocate(byteCount: bytes.count, alignment: 1)
            // At once where they lie together: a collection's own copying isn't specialised in another module.
            if bytes.withContiguousStorageIfAvailable({ buffer.copyMemory(from: UnsafeRawBufferPointer($0)) }) == nil {
                buffer.copyBytes(from: bytes)
            }
        }

        deinit {
            if let address = buffer.baseAddress {
                #if canImport(Darwin)
                memset_s(address, buffer.count, 0, buffer.count)
                #else
                explicit_bzero(address, buffer.count)
                #endif
            }
            buffer.deallocate()
        }
    }
}
