import Foundation
import IdentityDocuments
import Primitives

/// The likeliest zone of a format at a place, and what speaks against using it.
struct JudgedZone {
    let found: FoundZone
    /// The figure by which zones of different formats and places are compared.
    let score: Double
    /// True when no other lines need a look: the answer may be used, or there is clearly a zone here.
    let isSettled: Bool

    // The bounds were found on photographs of generated documents (`docs/verify.md`).
    private static let leastPosterior = log(0.8)
    /// The posterior below which one letter or one State's code may be another.
    private static let leastSure = log(0.93)
    /// The same for what may be letters or digits: a letter `O` may be a zero, and two of them with the same check digits.
    private static let leastSureMixed = log(0.98)
    /// The same for a letter of a name by the strength of the paper's pattern as a part of the ink's: lines of it make a `B` of an `E`.
    private static let leastSureInPattern: [(pattern: Float, part: Double)] = [(0.7, 0.998), (0.5, 0.97), (0, 0.95)]
    private static let mostCorrection = 8.0, mostCorrections = 20.0
    private static let leastMean = 0.6, clearMean = 0.85
    private static let leastInk: Float = 0.05
    /// The probability of no character in a cell of the zone, above which its ink may be missing.
    private static let mostNothing = log(0.05)
    /// The part of the ink that cells beside it have, below which a cell may show the paper's pattern alone, and the probability of no
    /// character above which it does then.
    private static let leastStrength: Float = 0.77
    private static let mostNothingInPattern = log(1e-5)
    /// The probability of no character beside a zone, below which one may go on there.
    private static let leastNothing = log(0.1)
    /// The reduction of the log posterior by a date that no calendar has.
    private static let noDate = 20.0

    init(cells: ScannedCells, format: ZoneFormat, shift: Int, upsideDown: Bool) {
        let raw = (0..<format.lines).map { line in (0..<format.columns).map { cells.characters(line, $0 + shift) } }
        let weighed = raw.map { $0.map(CellProbabilities.init(logProbabilities:)) }
        let decoded = ZoneDecoder(format: format, cells: weighed).decoded
        var answer = raw.map { $0.map { _ in ZoneCharacter.filler } }
        for (cell, character) in decoded.characters { answer[cell.line][cell.column] = character }

        let corrections = zip(weighed, answer).flatMap { zip($0, $1).map { log($0.most / $0[$1]) } }
        let means = weighed.joined().map(\.most)
        let mean = means.reduce(0, +) / Double(means.count)
        let dates = [ZoneField.birthDate, .expiryDate].filter { !ZoneCalendar.has($0, of: format, in: answer) }
        let logPosterior = decoded.logPosterior - Self.noDate * Double(dates.count)
        let beside = Self.beside(cells, format, shift)

        let refusal: ZoneRefusal? =
            if Self.lacksInk(cells, format, shift) || Self.hasPatternForInk(cells, format, shift) {
                .missingInk
            } else if Self.goesOn(beside, format) {
                .cutOff
            } else if mean <= Self.leastMean {
                .unclear
            } else if corrections.contains(where: { $0 >= Self.mostCorrection }) || corrections.reduce(0, +) >= Self.mostCorrections {
                .contradictory
            } else if logPosterior <= Self.leastPosterior || decoded.leastSure <= Self.leastSure
                || decoded.leastSureMixed <= Self.leastSureMixed || Self.mayBePattern(cells, weighed, answer, format, shift)
            {
                .ambiguous
            } else {
                nil
            }
        var grid = cells.grid
        grid.shift = shift
        found = FoundZone(
            format: format, cells: zip(raw, answer).map { zip($0, $1).map { ReadCell(character: $1, logProbabilities: $0) } },
            logPosterior: logPosterior, refusal: refusal, isUpsideDown: upsideDown, grid: grid)
        let outside = beside.joined().reduce(0) { $0 + max($1, -3) } / Double(2 * format.lines)
        score = (decoded.logTotal - corrections.reduce(0, +)) / Double(means.count) + 3 * mean + 0.02 * outside
        isSettled =
            refusal == nil
            || mean > Self.clearMean && logPosterior > -3 && corrections.allSatisfy { $0 < 6 } && refusal != .cutOff
    }

    /// The logarithms of the probability of no character in the cells next to the zone, of both sides line by line.
    private static func beside(_ cells: ScannedCells, _ format: ZoneFormat, _ shift: Int) -> [[Double]] {
        [-1, format.columns].map { column in (0..<format.lines).map { cells.nothing($0, column + shift) } }
    }

    /// True when the zone seems to go on: characters stand beside all its lines, or beside any where no digit covers the zone as a whole. The
    /// beginning of a visa of 44 columns is one of 36 with the same digits, and a letter that is worn off may be the next.
    private static func goesOn(_ beside: [[Double]], _ format: ZoneFormat) -> Bool {
        beside.contains { side in
            let characters = side.filter { $0 < leastNothing }.count
            return format.composite == nil ? characters > 0 : characters == side.count
        }
    }

    /// True when a cell looks empty, or it or a half of it has much less ink than others of its line: a letter that lost a part looks like
    /// another, and the paper's pattern in an empty cell looks like any.
    private static func lacksInk(_ cells: ScannedCells, _ format: ZoneFormat, _ shift: Int) -> Bool {
        (0..<format.lines).contains { line in
            let columns = (0..<format.columns).map { $0 + shift }
            let ink = columns.map { cells.weakerHalf(line, $0) }.sorted()
            return ink[0] < leastInk * ink[ink.count / 2] || columns.contains { cells.nothing(line, $0) > mostNothing }
        }
    }

    /// True when a cell has less ink than those of its line and those beside it, and isn't quite surely a character: where ink is missing,
    /// lines of the paper cross to shapes that look like one, but are seldom as dark. Light that bleaches a cell bleaches those beside it
    /// as well.
    private static func hasPatternForInk(_ cells: ScannedCells, _ format: ZoneFormat, _ shift: Int) -> Bool {
        (0..<format.lines).contains { line in
            let ink = (0..<format.columns).map { cells.strength(line, $0 + shift) }
            let median = median(ink)
            return ink.indices.contains { column in
                guard cells.nothing(line, column + shift) > mostNothingInPattern else { return false }
                let beside = [column - 1, column + 1].filter(ink.indices.contains).map { ink[$0] }
                return ink[column] < leastStrength * min(median, beside.reduce(0, +) / Float(beside.count))
            }
        }
    }

    /// True when a letter of a name isn't quite sure among lines of the paper that are almost as dark as ink: one that ends at a letter, or
    /// goes on from it, makes another letter of it, and no digit covers names.
    private static func mayBePattern(
        _ cells: ScannedCells, _ weighed: [[CellProbabilities]], _ answer: [[ZoneCharacter]], _ format: ZoneFormat, _ shift: Int
    ) -> Bool {
        guard let name = format.layout(of: .name)?.span else { return false }
        let ink = median((0..<format.columns).map { cells.strength(name.line, $0 + shift) })
        return name.cells.contains { cell in
            let (line, column) = (cell.line, cell.column)
            let pattern = cells.pattern(line, column + shift)
            guard let least = leastSureInPattern.first(where: { pattern > $0.pattern * ink })?.part else { return false }
            return weighed[line][column].part(answer[line][column], of: format.characters[line][column]) <= least
        }
    }

    private static func median(_ values: [Float]) -> Float { values.sorted()[values.count / 2] }
}
