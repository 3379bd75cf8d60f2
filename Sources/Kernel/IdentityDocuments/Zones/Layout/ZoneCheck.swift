import Primitives

/// A check digit of a format: its cell, and the cells that it covers.
public struct ZoneCheck: Sendable, Hashable {
    /// The subject of a check digit.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// The document number.
        case documentNumber
        /// The date of birth.
        case birthDate
        /// The date of expiry.
        case expiryDate
        /// The optional data of passports.
        case optionalData
        /// The composite: several fields with their check digits.
        case composite
    }

    /// The subject.
    public let subject: Subject
    /// The cell of the digit.
    public let cell: ZoneCell
    /// The covered cells, in the order in which the weights go over them.
    public let covered: [ZoneSpan]
    /// The covered cells, one by one.
    public let cells: [ZoneCell]
    /// Whether `<` may stand in place of a digit: for empty optional data (TD3), and where a long document number continues (TD1, TD2).
    public let mayBeFiller: Bool

    init(
        _ subject: Subject, _ cell: (line: Int, column: Int), over covered: [(line: Int, columns: ClosedRange<Int>)],
        mayBeFiller: Bool = false
    ) {
        self.subject = subject
        self.cell = ZoneCell(line: cell.line, column: cell.column)
        self.covered = covered.map { ZoneSpan(line: $0.line, columns: $0.columns.lowerBound..<($0.columns.upperBound + 1)) }
        cells = self.covered.flatMap(\.cells)
        self.mayBeFiller = mayBeFiller
    }

    /// The field that the digit covers; nil for the composite.
    public var field: ZoneField? { ZoneField(rawValue: subject.rawValue) }
}
