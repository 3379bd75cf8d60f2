import Primitives

/// A range of addresses in the notation of RFC 4632 §3.1, or one address.
public struct IPRange: Sendable, Hashable {
    private let start: IPAddress
    /// The number of bits that count, of 128.
    private let bits: Int

    /// Reads a range; nil for another text. Bits beyond the prefix don't count.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let start = IPAddress(String(parts[0])) else { return nil }
        let longest = start.isIPv4 ? 32 : 128
        guard parts.count == 2 else {
            (self.start, bits) = (start, 128)
            return
        }
        guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let prefix = Int(parts[1]),
            prefix <= longest
        else { return nil }
        (self.start, bits) = (start, 128 - longest + prefix)
    }

    /// Whether an address is in the range.
    public func contains(_ address: IPAddress) -> Bool {
        let (whole, rest) = (bits / 8, bits % 8)
        guard start.bytes[0..<whole].elementsEqual(address.bytes[0..<whole]) else { return false }
        return rest == 0 || (start.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
