import Foundation
import IdentityDocuments

extension CheckedSequence {
    /// The sums of both digits modulo 10 together: the field's times ten, and the composite's.
    private static let states = 100
    /// The least probability of a letter O, or of a zero, by which a cell's character may be taken for the other in a font that leans.
    private static let leastDoubt = 1e-5

    /// The likeliest characters under all digits, by dynamic programming over the digits' sums, beside all others.
    func decoded(_ cells: [[CellProbabilities]]) -> DecodedPart {
        var forward = Forward()
        var paths: [[Choice]] = []
        for step in steps {
            let arcs = step.arcs(cells[step.cell.line][step.cell.column])
            paths.append(forward.advance(step, arcs))
        }
        let total = forward.sum.reduce(0, +)
        guard total > 0, var state = forward.most.indices.max(by: { forward.most[$0] < forward.most[$1] }) else { return DecodedPart() }
        var part = DecodedPart(logPosterior: log(forward.most[state] / total), logTotal: log(total) + forward.scale)
        for (step, path) in zip(steps, paths).reversed() {
            part.characters.append((step.cell, path[state].character))
            state = Int(path[state].from)
        }
        part.leastSureMixed = logPosterior(of: part, cells)
        return part
    }

    /// The logarithm of an answer's part of what the digits allow, in fonts of every lean together.
    private func logPosterior(of answer: DecodedPart, _ cells: [[CellProbabilities]]) -> Double {
        let doubtful = steps.filter { cells[$0.cell.line][$0.cell.column].letterOrZero > Self.leastDoubt }
        guard doubtful.count > 1 else { return answer.logPosterior }
        var (mass, total) = (0.0, 0.0)
        for lean in FontLean.all {
            func leaning(_ cell: ZoneCell) -> CellProbabilities { cells[cell.line][cell.column].leaning(lean) }
            var forward = Forward()
            for step in steps { _ = forward.advance(step, step.arcs(leaning(step.cell))) }
            let logMass = answer.characters.reduce(0) { $0 + log(leaning($1.cell)[$1.character]) }
            mass += lean.prior * exp(logMass - answer.logTotal)
            total += lean.prior * forward.sum.reduce(0, +) * exp(forward.scale - answer.logTotal)
        }
        return log(mass / total)
    }

    /// The characters of one cell that add the same to the sums.
    fileprivate struct Arc {
        var sum = 0.0, most = 0.0
        var best = ZoneCharacter.filler
    }

    fileprivate struct Choice {
        var from: Int16 = 0
        var character = ZoneCharacter.filler
    }

    /// The masses of the prefixes by their sums: of the likeliest one, and of all.
    fileprivate struct Forward {
        var most = [Double](repeating: 0, count: states)
        var sum = [Double](repeating: 0, count: states)
        var scale = 0.0

        init() {
            most[0] = 1
            sum[0] = 1
        }

        mutating func advance(_ step: Step, _ arcs: [Arc]) -> [Choice] {
            var (nextMost, nextSum) = ([Double](repeating: 0, count: states), [Double](repeating: 0, count: states))
            var path = [Choice](repeating: Choice(), count: states)
            for state in 0..<states where sum[state] > 0 {
                let (field, composite) = (state / 10, state % 10)
                for value in step.values(field: field, composite: composite) {
                    let arc = arcs[value]
                    guard arc.sum > 0 else { continue }
                    let next = step.next(field: field, composite: composite, value: value)
                    nextSum[next] += sum[state] * arc.sum
                    let mass = most[state] * arc.most
                    guard mass > nextMost[next] else { continue }
                    nextMost[next] = mass
                    path[next] = Choice(from: Int16(state), character: arc.best)
                }
            }
            // Products of sixty probabilities are too small for a number.
            let size = nextSum.max() ?? 0
            if size > 0 {
                scale += log(size)
                for state in 0..<states {
                    nextMost[state] /= size
                    nextSum[state] /= size
                }
            }
            (most, sum) = (nextMost, nextSum)
            return path
        }
    }
}

extension CheckedSequence.Step {
    /// The characters of the cell by their value modulo 10. Of the digits alone at a digit's cell, where `<` has the value 0.
    fileprivate func arcs(_ cell: CellProbabilities) -> [CheckedSequence.Arc] {
        var arcs = [CheckedSequence.Arc](repeating: CheckedSequence.Arc(), count: 10)
        for character in allowed.characters {
            let (value, probability) = (character.value % 10, cell[character])
            arcs[value].sum += probability
            guard probability > arcs[value].most else { continue }
            arcs[value].most = probability
            arcs[value].best = character
        }
        return arcs
    }

    private var allowed: ZoneCharacterSet {
        switch role {
        case .data: set
        case .field(let mayBeFiller): mayBeFiller ? [.digits, .filler] : .digits
        case .composite: .digits
        }
    }

    /// The values that the cell may add when the sums are these.
    fileprivate func values(field: Int, composite: Int) -> Range<Int> {
        switch role {
        case .data: 0..<10
        case .field: field..<(field + 1)
        case .composite: composite..<(composite + 1)
        }
    }

    /// The sums after a value, the field's first.
    fileprivate func next(field: Int, composite: Int, value: Int) -> Int {
        switch role {
        case .data: (field + fieldWeight * value) % 10 * 10 + (composite + compositeWeight * value) % 10
        case .field: (composite + compositeWeight * value) % 10
        case .composite: 0
        }
    }
}
