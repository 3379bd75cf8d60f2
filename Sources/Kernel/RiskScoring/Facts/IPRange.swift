import Primitives

/// A range of addresses in the notation of RFC 4632 §3.1, or one address.
public struct IPRange: Sendable, Hashable {
    /// An address of the range.
    package let start: IPAddress
    /// The number of bits that count, of 128.
    package let bits: Int

    /// Reads a range; nil for another text. Bits beyond the prefix don't count.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let start = IPAddress(String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.start = start
            bits = 128
            return
        }
        // The prefix of an IPv4 address that is written as one of IPv6 counts the 96 bits before it; a shorter one is of both families.
        let isMapped = start.isIPv4 && parts[0].contains(":")
        let longest = start.isIPv4 && !isMapped ? 32 : 128
        guard let prefix = Int(decimal: parts[1], in: (isMapped ? 96 : 0)...longest) else { return nil }
        self.start = start
        bits = 128 - longest + prefix
    }

    /// The range as a text.
    var text: String { start.isIPv4 && bits >= 96 ? "\(start.text)/\(bits - 96)" : "\(start.text)/\(bits)" }

    /// Whether an address is in the range.
    public func contains(_ address: IPAddress) -> Bool {
        let (whole, rest) = (bits / 8, bits % 8)
        guard start.bytes[0..<whole].elementsEqual(address.bytes[0..<whole]) else { return false }
        return rest == 0 || (start.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
