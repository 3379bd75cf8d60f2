import Foundation
import Primitives

/// The positions of a journey's boxes: in columns from left to right and, where those are many, in bands of columns from top to bottom.
package struct BandedLayout {
    /// The place of a box, or of a line on its way: its column in its band, and the height of its middle.
    package struct Place {
        let band: Int
        /// The number of the column in its band, from 0.
        package let column: Int
        /// The middle's distance from the upper edge of its band.
        package let y: Double
    }

    /// The boxes' places.
    private(set) var boxes: [Place]
    /// The places that each line passes; nil for a line that isn't drawn as it would be too long.
    private(set) var passages: [[Place]?]
    /// The lines that lead back and are drawn.
    package private(set) var back: [Int] = []
    /// The height of each band.
    private(set) var heights: [Double] = []
    /// The number of columns that the widest band has.
    package let width: Int

    /// The largest number of columns that a line passes.
    private static let longestPassage = 2
    /// The largest number of lines that may lead back below the boxes of a journey of one band.
    private static let mostBack = 4
    /// The number of columns below which there is one band.
    private static let fewColumns = 8

    init(heights boxHeights: [Double], lines: [(from: Int, to: Int)], columnWidth: Double) {
        let layers = Layers(count: boxHeights.count, lines: lines)
        let size = Self.columnsInBand(layers.columns, boxHeights, columnWidth)
        let bands = ((layers.columns.max() ?? 0) / size) + 1
        width = min(size, (layers.columns.max() ?? 0) + 1)
        boxes = boxHeights.map { _ in Place(band: 0, column: 0, y: 0) }
        passages = lines.map { _ in nil }
        for band in 0..<bands {
            let members = boxHeights.indices.filter { layers.columns[$0] / size == band }
            let inside = lines.indices.filter { index in
                let (from, to) = (layers.columns[lines[index].from], layers.columns[lines[index].to])
                return layers.isForward[index] && from / size == band && to / size == band && to - from <= Self.longestPassage + 1
            }
            lay(members, inside, lines, band, layers.columns.map { $0 - band * size }, boxHeights)
        }
        let back = lines.indices.filter { !layers.isForward[$0] }
        if bands == 1, back.count <= Self.mostBack { self.back = back }
    }

    /// Lays out one band.
    private mutating func lay(
        _ members: [Int], _ inside: [Int], _ lines: [(from: Int, to: Int)], _ band: Int, _ columns: [Int], _ boxHeights: [Double]
    ) {
        let local = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
        let layout = LayeredLayout(
            heights: members.map { boxHeights[$0] }, columns: members.map { columns[$0] },
            lines: inside.compactMap { index in local[lines[index].from].flatMap { from in local[lines[index].to].map { (from, $0) } } })
        var column = Array(repeating: 0, count: layout.places.count)
        for (index, places) in layout.columns.enumerated() { for place in places { column[place] = index } }
        let places = layout.places.indices.map { Place(band: band, column: column[$0], y: layout.places[$0].y) }
        for (index, member) in members.enumerated() { boxes[member] = places[index] }
        for (index, route) in zip(inside, layout.routes) { passages[index] = route.dropFirst().dropLast().map { places[$0] } }
        heights.append(layout.places.map { $0.y + $0.height / 2 }.max() ?? 0)
    }

    /// Returns the number of columns that a band has, so that the whole is about as wide as a screen.
    private static func columnsInBand(_ columns: [Int], _ boxHeights: [Double], _ columnWidth: Double) -> Int {
        let count = (columns.max() ?? 0) + 1
        guard count > fewColumns else { return count }
        var filled = Array(repeating: 0.0, count: count)
        for (box, column) in columns.enumerated() { filled[column] += boxHeights[box] + 26 }
        func unlikeness(_ size: Int) -> Double {
            let height = stride(from: 0, to: count, by: size).reduce(0.0) { $0 + (filled[$1..<min($1 + size, count)].max() ?? 0) + 60 }
            return abs(log(Double(size) * columnWidth / height / 1.6))
        }
        return (5...count).min { unlikeness($0) < unlikeness($1) } ?? count
    }
}
