import IdentityDocuments
import Primitives

/// A document number of over nine characters (Doc 9303-5, note j): a filler in place of its digit, the number's rest, the digit and a
/// filler at the beginning of the optional data.
struct LongNumber {
    /// The cell of the digit of shorter numbers.
    let replaced: ZoneCell
    /// The cells of the number.
    let covered: [ZoneCell]
    /// The cell of the digit.
    let digit: ZoneCell
    /// The filler behind it.
    let end: ZoneCell

    /// The long number that the cells show; nil where they show none, and in formats whose optional data doesn't follow on the number.
    init?(_ format: ZoneFormat, cells: [[CellProbabilities]]) {
        guard let check = format.check(of: .documentNumber), let rest = format.continuation?.span.cells,
            rest[0].line == check.cell.line, rest[0].column == check.cell.column + 1
        else { return nil }
        func isFiller(_ cell: ZoneCell) -> Bool { cells[cell.line][cell.column].best(of: .all) == .filler }
        guard isFiller(check.cell), let end = rest.firstIndex(where: isFiller), end >= 2 else { return nil }
        replaced = check.cell
        covered = check.cells + rest[..<(end - 1)]
        digit = rest[end - 1]
        self.end = rest[end]
    }
}
