import Foundation
import IdentityDocuments

/// The grammar of a name's cells (Doc 9303-3 §4.6): words of letters with one filler between them, two fillers between the identifiers,
/// fillers to the end.
enum NameGrammar {
    private enum State: Int, CaseIterable {
        case start, primary, primaryFiller, doubleFiller, secondary, secondaryFiller, end

        var afterLetter: State? {
            switch self {
            case .start, .primary, .primaryFiller: .primary
            case .doubleFiller, .secondary, .secondaryFiller: .secondary
            case .end: nil
            }
        }

        var afterFiller: State? {
            switch self {
            case .start: nil
            case .primary: .primaryFiller
            case .primaryFiller: .doubleFiller
            case .doubleFiller, .secondaryFiller, .end: .end
            case .secondary: .secondaryFiller
            }
        }
    }

    /// The likeliest name, beside all others.
    static func decoded(_ cells: [CellProbabilities], _ places: [ZoneCell]) -> DecodedPart {
        let count = State.allCases.count
        var (most, sum, scale) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count), 0.0)
        most[0] = 1
        sum[0] = 1
        var paths: [[(from: Int, character: ZoneCharacter)]] = []
        for cell in cells {
            let (letters, letter, filler) = (cell.total(of: .letters), cell.best(of: .letters), cell[.filler])
            var (nextMost, nextSum) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
            var path = [(from: Int, character: ZoneCharacter)](repeating: (0, .filler), count: count)
            func step(_ from: State, to: State?, _ character: ZoneCharacter, _ best: Double, _ all: Double) {
                guard let to = to?.rawValue else { return }
                nextSum[to] += sum[from.rawValue] * all
                let value = most[from.rawValue] * best
                guard value > nextMost[to] else { return }
                nextMost[to] = value
                path[to] = (from.rawValue, character)
            }
            for state in State.allCases where sum[state.rawValue] > 0 {
                step(state, to: state.afterLetter, letter, cell[letter], letters)
                step(state, to: state.afterFiller, .filler, filler, filler)
            }
            let size = nextSum.max() ?? 1
            scale += log(size)
            most = nextMost.map { $0 / size }
            sum = nextSum.map { $0 / size }
            paths.append(path)
        }
        let total = sum.reduce(0, +)
        guard var state = most.indices.max(by: { most[$0] < most[$1] }) else { return DecodedPart() }
        var part = DecodedPart(logPosterior: log(most[state] / total), logTotal: log(total) + scale)
        for (place, (cell, path)) in zip(places, zip(cells, paths)).reversed() {
            let character = path[state].character
            part.characters.append((place, character))
            part.leastSure = min(part.leastSure, log(cell[character] / cell.total(of: [.letters, .filler])))
            state = path[state].from
        }
        return part
    }
}
