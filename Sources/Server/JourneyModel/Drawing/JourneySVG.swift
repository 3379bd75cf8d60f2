import Primitives

/// Draws a journey as SVG, readable on light and on dark ground.
///
/// Outcomes that end the journey say so beside their box, and those that lead far away or back name the box that they lead to, which has a
/// number for it: lines across the whole drawing would only be in the way.
package struct JourneySVG {
    let drawing: JourneyDrawing
    package let layout: BandedLayout
    /// The numbers of the boxes that outcomes name.
    package let numbers: [Int: Int]
    /// The upper edge of each band.
    private let tops: [Double]

    /// The width of a node's box.
    package static let width = 190.0
    static let small = 84.0
    /// The height of a box's title.
    package static let header = 44.0
    /// The height of a row in a box.
    package static let row = 18.0
    static let margin = 24.0
    /// The space between two columns, in which marks stand.
    package static let room = 128.0
    static let lane = 12.0
    private static let bandGap = 56.0

    /// Lays a journey out.
    package init(_ journey: JourneyDefinition) {
        let drawing = JourneyDrawing(journey)
        let lines = drawing.lines
        let layout = BandedLayout(
            heights: drawing.boxes.map(Self.height), lines: lines.map { ($0.from, $0.to) }, columnWidth: Self.width + Self.room)
        let named = lines.indices.filter { layout.passages[$0] == nil && !layout.back.contains($0) }.map { lines[$0].to }
        numbers = Dictionary(uniqueKeysWithValues: Set(named).sorted().enumerated().map { ($1, $0 + 1) })
        tops = layout.heights.indices.map { band in Self.margin + layout.heights[..<band].reduce(0) { $0 + $1 + Self.bandGap } }
        self.drawing = drawing
        self.layout = layout
    }

    /// The document.
    package var text: String {
        let wires = drawing.lines.indices.compactMap(wire).joined(separator: "\n")
        let boxes = drawing.boxes.indices.map(box).joined(separator: "\n")
        let width = Self.margin + Double(layout.width) * (Self.width + Self.room)
        let height = bottom + Double(layout.back.count) * Self.lane + Self.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            width="\(Self.number(width))" height="\(Self.number(height))" role="img" aria-label="Journey \(Self.escaped(drawing.name))">
            <title>\(Self.escaped(drawing.name))</title>
            \(Self.style)
            <rect class="ground" width="100%" height="100%"/>
            \(wires)
            \(boxes)
            </svg>

            """
    }

    /// Whether a box is a node, not the start.
    package static func isNode(_ box: JourneyDrawing.Box) -> Bool { box.role != .start }

    /// The height of a box.
    package static func height(_ box: JourneyDrawing.Box) -> Double {
        guard isNode(box) else { return 30 }
        let named = box.ports.filter { !$0.name.isEmpty }.count
        return header + Double(box.lines.count) * row + Double(named) * row + (named + box.lines.count > 0 ? 8 : 0)
    }

    /// The left and upper edge of a box, and its size.
    package func frame(_ box: Int) -> (x: Double, y: Double, width: Double, height: Double) {
        let (height, place) = (Self.height(drawing.boxes[box]), layout.boxes[box])
        return (left(place), top(place) - height / 2, Self.isNode(drawing.boxes[box]) ? Self.width : Self.small, height)
    }

    /// The left edge of a column.
    package func left(_ place: BandedLayout.Place) -> Double { Self.margin + Double(place.column) * (Self.width + Self.room) }

    func top(_ place: BandedLayout.Place) -> Double { tops[place.band] + place.y }

    /// The lower edge of the last band.
    var bottom: Double { (tops.last ?? 0) + (layout.heights.last ?? 0) + Self.margin }
}
