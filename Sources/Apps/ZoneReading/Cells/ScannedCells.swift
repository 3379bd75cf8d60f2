import CZoneScan
import Foundation
import IdentityDocuments
import Primitives

/// The cells of lines that may be a zone, with some beside it, and what the network says about each.
struct ScannedCells {
    static let margin = Int(zonescan_margin)
    private static let classes = Int(zonescan_classes)
    private static let noCharacter = Int(zonescan_nothing)
    private static let row = Int(zonescan_row)
    private static let mostLines = Int(zonescan_most_lines)

    let lines, columns: Int
    let grid: ZoneGrid
    private let logProbabilities: [Float]
    private let ink: [zonescan_ink]

    /// Reads the cells of a band; nil when its lines hold no characters of a zone.
    init?(_ pixels: GreyPixels, _ scanned: ScannedBand) throws(ZoneReadingError) {
        var (grid, band) = (zonescan_grid(), scanned.band)
        var logProbabilities = [Float](repeating: 0, count: Self.mostLines * Self.row * Self.classes)
        var ink = [zonescan_ink](repeating: zonescan_ink(), count: Self.mostLines * Self.row)
        let result = pixels.scanned { zonescan_read($0, &band, &grid, &logProbabilities, &ink) }
        guard result >= 0 else { throw ZoneReadingError(.outOfMemory, "there is not enough memory to read the zone") }
        guard result == 1 else { return nil }
        lines = Int(grid.lines)
        columns = Int(grid.columns)
        self.grid = ZoneGrid(matrix: withUnsafeBytes(of: grid.homography) { Array($0.bindMemory(to: Double.self)) })
        self.logProbabilities = logProbabilities
        self.ink = ink
    }

    private func start(_ line: Int, _ column: Int) -> Int { (line * Self.row + column + Self.margin) * Self.classes }

    /// The logarithms of the probabilities of the 37 characters, given that the cell holds one.
    func characters(_ line: Int, _ column: Int) -> [Float] {
        let start = start(line, column)
        let scores = logProbabilities[start..<(start + ZoneCharacter.count)]
        let most = scores.max() ?? 0
        let sum = most + log(scores.reduce(0) { $0 + exp($1 - most) })
        return scores.map { $0 - sum }
    }

    /// The logarithm of the probability that the cell holds no character.
    func nothing(_ line: Int, _ column: Int) -> Double { Double(logProbabilities[start(line, column) + Self.noCharacter]) }

    private func ink(_ line: Int, _ column: Int) -> zonescan_ink { ink[line * Self.row + column + Self.margin] }

    /// The strength of the ink in the weaker half of a cell.
    func weakerHalf(_ line: Int, _ column: Int) -> Float {
        let ink = ink(line, column)
        return min(ink.upper, ink.lower)
    }

    /// The strength of the ink of a cell, of both halves together.
    func strength(_ line: Int, _ column: Int) -> Float {
        let ink = ink(line, column)
        return (ink.upper * ink.upper + ink.lower * ink.lower).squareRoot()
    }

    /// The strength of the paper's pattern above and below a cell, as that of ink.
    func pattern(_ line: Int, _ column: Int) -> Float { ink(line, column).pattern }

    /// The columns at which the zone may begin, the likeliest first: characters within, none in the cells next to it.
    var likelyShifts: [Int] {
        let most = Self.margin - 1
        let scores = (-most...most).map { (shift: $0, score: fitness($0)) }.sorted { $0.score > $1.score }
        return scores.prefix(3).filter { $0.score > scores[0].score - 8 }.map(\.shift)
    }

    private func fitness(_ shift: Int) -> Double {
        (0..<lines).reduce(0) { sum, line in
            let inside = (0..<columns).reduce(0) { $0 + max(-3, log(max(1 - exp(nothing(line, $1 + shift)), 1e-9))) }
            return sum + inside + [-1, columns].reduce(0) { $0 + max(-3, nothing(line, $1 + shift)) }
        }
    }
}
