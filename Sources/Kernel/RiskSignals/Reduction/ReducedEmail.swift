import Primitives

/// An e-mail address as far as it leaves the device: its domain and its length. The address itself is no value anywhere.
public struct ReducedEmail: Sendable, Hashable {
    /// The longest length that is told; a longer address tells this.
    public static let longest = 320

    /// The part behind the last `@` in small letters; nil when that is no domain name in ASCII with a dot in it.
    public let domain: String?
    /// The number of Unicode scalars of the address, 0 to ``longest``.
    public let length: Int

    /// Reduces an address.
    public init(_ address: String) {
        length = min(address.unicodeScalars.count, Self.longest)
        domain = address.utf8.lastIndex(of: UInt8(ascii: "@")).flatMap { Self.domain(address[address.utf8.index(after: $0)...]) }
    }

    /// The values of the wire: the length, and the domain unless it is nil.
    var values: [JSONValue] { [.integer(Int64(length)), domain.map(JSONValue.string)].compactMap(\.self) }

    init(_ row: inout SignalRow) throws(RiskError) {
        length = try row.integer("the length", in: 0...Self.longest)
        domain = try row.optionalText("the domain", atMost: 253)
        if let domain {
            guard Self.isDomain(domain.utf8), !domain.utf8.contains(where: \.isCapital) else {
                throw row.wrong("the domain", "a domain name in small letters")
            }
        }
    }

    private static func domain(_ text: Substring) -> String? { isDomain(text.utf8) ? String(text).asciiLowercased : nil }

    /// Whether it is a domain name of two or more labels of letters, digits and hyphens (RFC 1123 §2.1). A last label of digits alone is none,
    /// so that no telephone number or address of a machine passes for a domain. In one pass, as a payload has many addresses.
    private static func isDomain(_ bytes: some Collection<UInt8>) -> Bool {
        guard (3...253).contains(bytes.count) else { return false }
        // The bytes of the label so far, its last byte, and whether it has another than a digit or hyphen.
        var (labels, length, last, hasLetter) = (1, 0, UInt8(ascii: "."), false)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard length > 0, last != UInt8(ascii: "-") else { return false }
                (labels, length, hasLetter) = (labels + 1, 0, false)
            } else {
                guard byte.isLetterOrDigit || (byte == UInt8(ascii: "-") && length > 0), length < 63 else { return false }
                length += 1
                hasLetter = hasLetter || byte > UInt8(ascii: "9")
            }
            last = byte
        }
        return labels >= 2 && length > 0 && last != UInt8(ascii: "-") && hasLetter
    }
}

extension UInt8 {
    /// Whether it is a decimal digit in ASCII.
    var isDigit: Bool { (0x30...0x39).contains(self) }
    /// Whether it is a capital letter in ASCII.
    var isCapital: Bool { (0x41...0x5A).contains(self) }
    /// Whether it is a letter or digit in ASCII.
    var isLetterOrDigit: Bool { isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
