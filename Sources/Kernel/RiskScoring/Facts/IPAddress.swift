import Primitives

/// An address of IPv4 or IPv6, as 16 bytes: one of IPv4 is mapped into IPv6 (RFC 4291 §2.5.5.2).
public struct IPAddress: Sendable, Hashable {
    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Reads an address in dotted decimals, or in the groups of RFC 4291 §2.2; nil for another text. Zones and brackets are no part of it.
    public init?(_ text: String) {
        guard (2...45).contains(text.utf8.count), let bytes = Self.four(text[...]).map({ Self.mapped + $0 }) ?? Self.sixteen(text) else {
            return nil
        }
        self.bytes = bytes
    }

    /// Whether it is one of IPv4.
    public var isIPv4: Bool { Array(bytes[0..<12]) == Self.mapped }

    /// The address in dotted decimals, or in eight groups.
    var text: String {
        if isIPv4 { return bytes[12...].map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static func four(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { UInt8(decimal: $0) }
        return bytes.count == 4 ? bytes : nil
    }

    private static func sixteen(_ text: String) -> [UInt8]? {
        let halves = halves(text)
        guard (1...2).contains(halves.count) else { return nil }
        let read = halves.enumerated().compactMap { groups($0.element, isLast: $0.offset == halves.count - 1) }
        guard read.count == halves.count else { return nil }
        let count = read.map(\.count).reduce(0, +)
        if halves.count == 1 { return count == 16 ? read[0] : nil }
        guard count <= 14 else { return nil }
        return read[0] + [UInt8](repeating: 0, count: 16 - count) + read[1]
    }

    /// The texts on both sides of the first `::`; one text without it.
    private static func halves(_ text: String) -> [Substring] {
        let bytes = text.utf8
        guard let colon = bytes.indices.first(where: { bytes[$0...].starts(with: [0x3A, 0x3A]) }) else { return [text[...]] }
        return [text[..<colon], text[bytes.index(colon, offsetBy: 2)...]]
    }

    private static func groups(_ text: Substring, isLast: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, let tail = four(part) { return bytes + tail }
            guard let group = UInt16(hexadecimal: part.utf8, of: 1...4) else { return nil }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
        }
        return bytes
    }
}
