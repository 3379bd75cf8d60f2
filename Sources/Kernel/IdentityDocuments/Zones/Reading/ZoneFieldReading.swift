import Primitives

/// A field of a zone as it was read.
public struct ZoneFieldReading: Sendable, Hashable {
    /// The field.
    public let field: ZoneField
    /// The characters of its cells, fillers included, after the repairs.
    public let text: String
    /// The cells. A long document number has two spans.
    public let spans: [ZoneSpan]
    /// The outcome of its check digit.
    public let check: ZoneCheckState
    /// The repairs of its cells.
    public let repairs: [ZoneRepair]
    /// The cells in which no digit would see another character.
    public let swaps: [ZoneSwap]

    /// The text without the fillers at its end; those within it are blanks.
    public var value: String {
        let filler = UInt8(ascii: "<")
        let end = text.utf8.lastIndex { $0 != filler }.map { text.utf8.index(after: $0) } ?? text.startIndex
        return String(own: text.utf8[..<end].map { $0 == filler ? 0x20 : $0 })
    }
}
