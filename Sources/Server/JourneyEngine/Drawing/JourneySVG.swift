/// Draws a journey as SVG, readable on light and on dark ground.
package struct JourneySVG {
    private let drawing: JourneyDrawing
    private let layout: LayeredLayout
    /// The left edge of each column.
    private let lefts: [Double]
    /// For each box, its column.
    private let columns: [Int]

    private static let width = 190.0
    private static let small = 84.0
    private static let header = 44.0
    private static let row = 18.0
    private static let margin = 24.0
    /// The room between two columns; it grows with the lines that lead back through it.
    private static let room = 72.0
    private static let lane = 12.0

    package init(_ journey: JourneyDefinition) {
        let drawing = JourneyDrawing(journey)
        let last = drawing.boxes.indices.filter { [.success, .failure].contains(drawing.boxes[$0].role) }
        let layout = LayeredLayout(
            heights: drawing.boxes.map(Self.height), lines: drawing.lines.map { ($0.from, $0.to) }, last: Set(last))
        var columns = Array(repeating: 0, count: drawing.boxes.count)
        for (index, column) in layout.columns.enumerated() {
            for place in column { if let box = layout.places[place].box { columns[box] = index } }
        }
        (self.drawing, self.layout, self.columns) = (drawing, layout, columns)
        var left = Self.margin
        var lefts: [Double] = []
        for column in layout.columns {
            lefts.append(left)
            let isWide = column.contains { layout.places[$0].box.map { Self.isNode(drawing.boxes[$0]) } ?? false }
            left += (isWide ? Self.width : Self.small) + Self.room
        }
        self.lefts = lefts
    }

    /// The document.
    package var text: String {
        let lines = drawing.lines.indices.map(line).joined(separator: "\n")
        let boxes = drawing.boxes.indices.map(box).joined(separator: "\n")
        let width = (lefts.last ?? 0) + Self.width + Self.margin
        let height = bottom + Double(backward.count) * Self.lane + Self.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            width="\(Self.number(width))" height="\(Self.number(height))" role="img" aria-label="Journey \(Self.escaped(drawing.name))">
            <title>\(Self.escaped(drawing.name))</title>
            \(Self.style)
            <rect class="ground" width="100%" height="100%"/>
            \(lines)
            \(boxes)
            </svg>

            """
    }

    // MARK: Boxes

    private static func isNode(_ box: JourneyDrawing.Box) -> Bool { [.node, .foreign].contains(box.role) }

    private static func height(_ box: JourneyDrawing.Box) -> Double {
        guard isNode(box) else { return 30 }
        let named = box.ports.filter { !$0.isEmpty }.count
        return header + Double(box.lines.count) * row + Double(named) * row + (named + box.lines.count > 0 ? 8 : 0)
    }

    private func frame(_ box: Int) -> (x: Double, y: Double, width: Double, height: Double) {
        let height = Self.height(drawing.boxes[box])
        let width = Self.isNode(drawing.boxes[box]) ? Self.width : Self.small
        return (lefts[columns[box]], layout.places[box].y - height / 2 + Self.margin, width, height)
    }

    private func box(_ index: Int) -> String {
        let box = drawing.boxes[index]
        let frame = frame(index)
        let rectangle = """
            <rect x="\(Self.number(frame.x))" y="\(Self.number(frame.y))" width="\(Self.number(frame.width))" \
            height="\(Self.number(frame.height))" rx="\(Self.isNode(box) ? 8 : 15)"/>
            """
        guard Self.isNode(box) else {
            return """
                <g class="\(box.role.rawValue)">\(rectangle)\
                \(text(box.title, frame.x + frame.width / 2, frame.y + 20, "end", longest: 12))</g>
                """
        }
        var parts = [rectangle, text(box.title, frame.x + 12, frame.y + 19, "title", longest: 24)]
        parts.append(text(box.subtitle, frame.x + 12, frame.y + 35, "kind", longest: 28))
        for (row, line) in box.lines.enumerated() {
            parts.append(text("· " + line, frame.x + 12, frame.y + Self.header + 13 + Double(row) * Self.row, "line", longest: 28))
        }
        for port in box.ports.indices where !box.ports[port].isEmpty {
            let y = self.port(index, port).y
            parts.append(text(box.ports[port], frame.x + frame.width - 12, y + 4, "port", longest: 26))
            parts.append("<circle cx=\"\(Self.number(frame.x + frame.width))\" cy=\"\(Self.number(y))\" r=\"3\"/>")
        }
        return "<g class=\"\(box.role.rawValue)\">\(parts.joined())</g>"
    }

    /// Where the line of an outcome begins.
    private func port(_ box: Int, _ port: Int) -> (x: Double, y: Double) {
        let frame = frame(box)
        let isNamed = !drawing.boxes[box].ports[port].isEmpty
        let row = Self.header + (Double(drawing.boxes[box].lines.count + port) + 0.5) * Self.row
        return (frame.x + frame.width, isNamed ? frame.y + row : frame.y + min(frame.height / 2, Self.header / 2))
    }

    /// Where lines end.
    private func entry(_ box: Int) -> (x: Double, y: Double) {
        let frame = frame(box)
        return (frame.x, frame.y + min(frame.height / 2, Self.header / 2))
    }

    // MARK: Lines

    private var bottom: Double { layout.places.map { $0.y + $0.height / 2 }.max().map { $0 + Self.margin + 16 } ?? 0 }

    /// The lines that lead back.
    private var backward: [Int] { layout.routes.indices.filter { layout.routes[$0].isEmpty } }

    private func line(_ index: Int) -> String {
        let line = drawing.lines[index]
        let role = drawing.boxes[line.to].role
        let name = role == .success || role == .failure ? " to-\(role.rawValue)" : ""
        let start = port(line.from, line.port)
        guard !layout.routes[index].isEmpty else { return path(back(start, line, index), "wire back") }
        var text = "M\(Self.point(start))"
        var here = start
        for place in layout.routes[index].dropFirst().dropLast() {
            let column = layout.columns.firstIndex { $0.contains(place) } ?? 0
            let there = (x: lefts[column], y: layout.places[place].y + Self.margin)
            text += curve(here, there) + "H\(Self.number(there.x + columnWidth(column)))"
            here = (there.x + columnWidth(column), there.y)
        }
        return path(text + curve(here, entry(line.to)), "wire" + name)
    }

    private func columnWidth(_ column: Int) -> Double {
        (column + 1 < lefts.count ? lefts[column + 1] : lefts[column] + Self.width + Self.room) - lefts[column] - Self.room
    }

    private func curve(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> String {
        let middle = (from.x + to.x) / 2
        return "C\(Self.number(middle)) \(Self.number(from.y)) \(Self.number(middle)) \(Self.number(to.y)) \(Self.point(to))"
    }

    /// Down beside the box, back below all boxes in a lane of its own, and up again.
    private func back(_ start: (x: Double, y: Double), _ line: JourneyDrawing.Line, _ index: Int) -> String {
        let number = Double(backward.firstIndex(of: index) ?? 0)
        let end = entry(line.to)
        let (right, left) = (
            start.x + 14 + number.truncatingRemainder(dividingBy: 4) * 5, end.x - 14 - number.truncatingRemainder(dividingBy: 4) * 5
        )
        let y = bottom + number * Self.lane
        return """
            M\(Self.point(start))H\(Self.number(right - 6))q6 0 6 6V\(Self.number(y - 6))q0 6 -6 6H\(Self.number(left + 6))\
            q-6 0 -6 -6V\(Self.number(end.y + 6))q0 -6 6 -6H\(Self.number(end.x))
            """
    }

    private func path(_ data: String, _ name: String) -> String { "<path class=\"\(name)\" d=\"\(data)\" marker-end=\"url(#tip)\"/>" }

    // MARK: Text

    private func text(_ text: String, _ x: Double, _ y: Double, _ name: String, longest: Int) -> String {
        let short = text.count > longest ? text.prefix(longest - 1) + "…" : text
        let title = text.count > longest ? "<title>\(Self.escaped(text))</title>" : ""
        return "<text class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(title)\(Self.escaped(short))</text>"
    }

    private static func point(_ point: (x: Double, y: Double)) -> String { "\(number(point.x)) \(number(point.y))" }

    /// To a tenth, so that the same journey is the same text everywhere.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.properties.generalCategory == .control: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static let style = """
        <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
        <path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
        <style>
        .ground{fill:#fff} text{font:12px system-ui,sans-serif;fill:#1d2430} .title{font-weight:600}
        .kind,.line{fill:#5b6675;font-size:11px} .port{text-anchor:end;font-size:11px} .end{text-anchor:middle;font-weight:600}
        rect{stroke:#9aa5b5;fill:#f5f7fa} .ground{stroke:none} circle{fill:#6b7789}
        .wire{fill:none;stroke:#7c8899;stroke-width:1.4} .tip{fill:#7c8899} .back{stroke-dasharray:5 3}
        .to-success{stroke:#2f8f5b} .to-failure{stroke:#c0563f}
        .success rect{fill:#dff3e7;stroke:#2f8f5b} .failure rect{fill:#f9e2dc;stroke:#c0563f} .start rect{fill:#e3ebfb;stroke:#5272b8}
        .foreign rect{stroke-dasharray:4 3}
        @media (prefers-color-scheme:dark){.ground{fill:#14181f;stroke:none} text{fill:#e6eaf0} .kind,.line{fill:#9aa6b6}
        rect{fill:#222833;stroke:#4a5668} .wire{stroke:#8693a6} .tip,circle{fill:#8693a6} .to-success{stroke:#55c189} .to-failure{stroke:#e58a73}
        .success rect{fill:#173626;stroke:#55c189} .failure rect{fill:#3d211b;stroke:#e58a73} .start rect{fill:#1c2a47;stroke:#7d9be0}}
        </style>
        """
}
