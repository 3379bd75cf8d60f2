import Foundation
import IdentityDocuments
import Primitives

/// The cells of a format that check digits cover, in the order in which the composite digit counts them, with the digits themselves.
struct CheckedSequence {
    struct Step {
        enum Role {
            /// A character that digits cover.
            case data
            /// The digit over the cells since the last one; `<` stands for 0 where the format allows it.
            case field(mayBeFiller: Bool)
            /// The digit over all.
            case composite
        }

        let cell: ZoneCell
        let set: ZoneCharacterSet
        let role: Role
        /// The weights of the cell in its field's digit and in the composite one, 0 where they don't count it.
        var fieldWeight = 0
        var compositeWeight = 0
    }

    var steps: [Step] = []

    /// The sequence of a format. On cards, a filler that is read in place of the document number's digit means that the number continues in
    /// the optional data, as far as the cells show it there.
    init(_ format: ZoneFormat, cells: [[CellProbabilities]]) {
        var checks = Dictionary(uniqueKeysWithValues: format.checks.filter { $0.field != nil }.map { ($0.cell, CheckedCells($0)) })
        var forced: Set<ZoneCell> = []
        if let long = LongNumber(format, cells: cells) {
            checks[long.replaced] = nil
            checks[long.digit] = CheckedCells(cell: long.digit, cells: long.covered, mayBeFiller: false)
            forced = [long.replaced, long.end]
        }
        let weights = checks.values.reduce(into: [ZoneCell: Int]()) { weights, check in
            for (index, cell) in check.cells.enumerated() { weights[cell] = CheckDigit.weight(at: index) }
        }
        let order = format.composite?.cells ?? format.checks.flatMap { $0.cells + [$0.cell] }
        for (index, cell) in order.enumerated() {
            let check = checks[cell]
            let set = forced.contains(cell) ? ZoneCharacterSet.filler : format.characters[cell.line][cell.column]
            steps.append(
                Step(
                    cell: cell, set: set, role: check.map { .field(mayBeFiller: $0.mayBeFiller) } ?? .data, fieldWeight: weights[cell] ?? 0,
                    compositeWeight: format.composite == nil ? 0 : CheckDigit.weight(at: index)))
        }
        if let composite = format.composite { steps.append(Step(cell: composite.cell, set: .digits, role: .composite)) }
    }
}

/// A digit's cell with those that it covers.
private struct CheckedCells {
    let cell: ZoneCell
    let cells: [ZoneCell]
    let mayBeFiller: Bool

    init(cell: ZoneCell, cells: [ZoneCell], mayBeFiller: Bool) {
        self.cell = cell
        self.cells = cells
        self.mayBeFiller = mayBeFiller
    }

    init(_ check: ZoneCheck) {
        // A filler in place of the document number's digit means a long number, which is a sequence of its own.
        self.init(cell: check.cell, cells: check.cells, mayBeFiller: check.mayBeFiller && check.subject == .optionalData)
    }
}
