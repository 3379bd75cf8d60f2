public import Primitives

/// A flow's 16 random bytes, by which its commands belong together.
public struct FlowID: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes.
    public static let byteCount = 16
    /// The bytes.
    public let bytes: [UInt8]

    /// A new id.
    public init(random: any RandomSource) { bytes = random.bytes(Self.byteCount) }

    /// An id of its bytes; nil for another number of them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    public var description: String { Hexadecimal.encode(bytes) }
}

/// The first eight bytes of a device instance's id: says to whom a command belongs, without saying whose it is.
public struct KeyHint: Sendable, Hashable {
    /// The number of bytes.
    public static let byteCount = 8
    /// The hint of a flow that belongs to no instance yet.
    public static let none = KeyHint(Array(repeating: 0, count: byteCount))
    /// The bytes.
    public let bytes: [UInt8]

    /// The hint for an instance's id.
    public init(instance: [UInt8]) { self.init(Array(instance.prefix(Self.byteCount))) }

    init(_ bytes: [UInt8]) {
        let missing = Self.byteCount - bytes.count
        self.bytes = missing > 0 ? bytes + [UInt8](repeating: 0, count: missing) : bytes
    }
}
