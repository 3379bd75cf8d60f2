import Foundation
import IdentityDocuments
import Primitives

/// Finds the likeliest zone of a format, exactly: of all texts that its check digits, its sets of characters, its names' grammar and the
/// list of States allow.
struct ZoneDecoder {
    let format: ZoneFormat
    let cells: [[CellProbabilities]]

    /// A code that the list of States doesn't have is that much less likely.
    private static let unlisted = 1e-3

    /// The likeliest zone.
    var decoded: DecodedPart {
        let sequence = CheckedSequence(format, cells: cells)
        var rest = Set(format.fields.flatMap(\.span.cells) + format.checks.map(\.cell)).subtracting(sequence.steps.map(\.cell))
        var whole = sequence.decoded(cells)
        for field in [ZoneField.issuingState, .nationality, .name] {
            guard let layout = format.layout(of: field) else { continue }
            rest.subtract(layout.span.cells)
            whole = whole + (field == .name ? name(layout) : state(layout))
        }
        for cell in rest.sorted(by: { ($0.line, $0.column) < ($1.line, $1.column) }) { whole = whole + single(cell) }
        return whole
    }

    private func probabilities(_ cell: ZoneCell) -> CellProbabilities { cells[cell.line][cell.column] }

    /// A cell on its own.
    private func single(_ cell: ZoneCell) -> DecodedPart {
        let set = format.characters[cell.line][cell.column]
        let (best, total) = (probabilities(cell).best(of: set), probabilities(cell).total(of: set))
        let logPosterior = log(probabilities(cell)[best] / total)
        var part = DecodedPart(characters: [(cell, best)], logPosterior: logPosterior, logTotal: log(total))
        if set == .all { part.leastSureMixed = logPosterior } else { part.leastSure = logPosterior }
        return part
    }

    /// The code of a State: one of the list, or any other with a small prior probability.
    private func state(_ layout: ZoneFieldLayout) -> DecodedPart {
        let places = layout.span.cells
        let free = zip(places, layout.characters).map { probabilities($0).best(of: $1) }
        var codes = ZoneStateCode.all.map { (characters: $0.characters, prior: 1.0) }
        if !codes.contains(where: { $0.characters == free }) { codes.append((free, Self.unlisted)) }
        let weighed = codes.map { code in
            (code.characters, zip(places, code.characters).reduce(code.prior) { $0 * probabilities($1.0)[$1.1] })
        }
        let total = weighed.reduce(0) { $0 + $1.1 }
        guard let best = weighed.max(by: { $0.1 < $1.1 }) else { return DecodedPart() }
        let logPosterior = log(best.1 / total)
        return DecodedPart(
            characters: Array(zip(places, best.0)), logPosterior: logPosterior, logTotal: log(total), leastSure: logPosterior)
    }

    /// A name: primary identifiers, `<<`, secondary identifiers, fillers to the end; it may be cut off anywhere.
    private func name(_ layout: ZoneFieldLayout) -> DecodedPart {
        let places = layout.span.cells
        return NameGrammar.decoded(places.map { probabilities($0) }, places)
    }
}
