import Primitives

/// A data element as the payload has it.
public struct LicenceElement: Sendable, Hashable {
    /// The identifier.
    public let id: LicenceElementID
    /// The value's bytes.
    public let raw: [UInt8]
    /// The value's text, without blanks around it.
    public let value: String
    /// The bytes of the payload, as it was scanned, with the identifier.
    public let range: Range<Int>

    /// Whether there is no value: nothing, blanks, or a word such as `NONE`.
    public var isAbsent: Bool { value.isEmpty || isPlaceholder }

    /// Whether a word stands in place of a value: `NONE`, `unavl`, `unavail`, `N/A`, hyphens.
    var isPlaceholder: Bool {
        let bytes = value.utf8
        guard !bytes.isEmpty, bytes.count <= 8 else { return false }
        return bytes.allSatisfy { $0 == UInt8(ascii: "-") }
            || ["NONE", "UNAVL", "UNAVAIL", "N/A"].contains { $0.utf8.elementsEqual(bytes.map(capital)) }
    }
}

/// The capital letter of a small one of ASCII; any other byte as it is.
func capital(_ byte: UInt8) -> UInt8 { 0x61...0x7A ~= byte ? byte - 0x20 : byte }
