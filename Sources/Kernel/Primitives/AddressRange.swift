import Foundation

/// A range of network addresses: one address, or a network such as `192.0.2.0/24` or `2001:db8::/32`.
package struct AddressRange: Sendable, Equatable {
    /// The text as it was written.
    package let text: String
    private let network: [UInt8]
    private let bits: Int

    /// nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = Self.bytes(String(parts[0])) else { return nil }
        // The prefix of an IPv4 address that is written as one of IPv6 counts the 96 bits before it; a shorter one is of both families.
        let before = network.count == 4 && parts[0].contains(":") ? 96 : 0
        let most = before + network.count * 8
        guard let prefix = parts.count == 2 ? Int(decimal: parts[1], in: before...most) : most else { return nil }
        bits = prefix - before
        self.text = text
        self.network = network
    }

    /// Whether an address is in it. An IPv4 address written as one of IPv6 is the same address.
    package func contains(_ address: String) -> Bool {
        guard let bytes = Self.bytes(address), bytes.count == network.count else { return false }
        let whole = bits / 8
        guard bytes.prefix(whole) == network.prefix(whole) else { return false }
        guard bits % 8 != 0 else { return true }
        let mask = ~UInt8(0) << (8 - bits % 8)
        return bytes[whole] & mask == network[whole] & mask
    }

    package static func isAddress(_ text: String) -> Bool { bytes(text) != nil }

    /// Eight groups with the last two in decimals, the longest way to write an address.
    private static let longest = 45
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private static func bytes(_ text: String) -> [UInt8]? {
        // The C library reads up to a NUL, and takes what stands before it for all.
        guard text.utf8.count <= longest, !text.utf8.contains(0) else { return nil }
        if let bytes = bytes(text, AF_INET, count: 4) { return bytes }
        guard let bytes = bytes(text, AF_INET6, count: 16) else { return nil }
        return bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }

    private static func bytes(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
