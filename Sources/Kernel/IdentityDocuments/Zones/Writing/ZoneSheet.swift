import Primitives

/// The cells of a zone that is being written.
struct ZoneSheet {
    private let format: ZoneFormat
    private var cells: [[ZoneCharacter]]
    /// Whether the document number's check digit stands in the optional data.
    var isLongNumber = false

    init(_ format: ZoneFormat) {
        self.format = format
        cells = Array(repeating: Array(repeating: .filler, count: format.columns), count: format.lines)
    }

    /// The lines as text.
    var lines: [String] { cells.map { line in line.map(\.description).joined() } }

    /// Puts a field's characters, which fillers follow.
    mutating func put(_ characters: [ZoneCharacter], in field: ZoneField) throws(ZoneError) {
        guard let span = format.layout(of: field)?.span, characters.count <= span.columns.count else {
            throw ZoneError(.unwritable, "The field \(field.rawValue) has no room for its value.")
        }
        for (cell, character) in zip(span.cells, characters) { cells[cell.line][cell.column] = character }
    }

    /// Puts all check digits; the composite, which covers others, is the last one.
    mutating func putDigits() {
        for check in format.checks where !(check.subject == .documentNumber && isLongNumber) {
            let covered = check.cells.map { cells[$0.line][$0.column] }
            // Empty optional data needs no digit.
            let isEmpty = check.subject == .optionalData && covered.allSatisfy { $0 == .filler }
            cells[check.cell.line][check.cell.column] = isEmpty ? .filler : ZoneCharacter(unchecked: CheckDigit.value(of: covered))
        }
    }
}
