import Primitives

extension JourneySVG {
    /// A line; nil for one that is only named.
    package func wire(_ index: Int) -> String? {
        let line = drawing.lines[index]
        let start = start(line.from, line.port)
        if let number = layout.back.firstIndex(of: index) { return path(back(start, entry(line.to), Double(number)), "wire back") }
        guard let passages = layout.passages[index] else { return nil }
        var text = "M\(Self.point(start))"
        var here = start
        for place in passages {
            let there = (x: left(place), y: top(place))
            text += curve(here, there) + "H\(Self.number(there.x + Self.width))"
            here = (there.x + Self.width, there.y)
        }
        return path(text + curve(here, entry(line.to)), "wire")
    }

    /// Returns the point where lines end.
    private func entry(_ box: Int) -> (x: Double, y: Double) {
        let frame = frame(box)
        return (frame.x, frame.y + min(frame.height / 2, Self.header / 2))
    }

    private func curve(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> String {
        let middle = (from.x + to.x) / 2
        return "C\(Self.number(middle)) \(Self.number(from.y)) \(Self.number(middle)) \(Self.number(to.y)) \(Self.point(to))"
    }

    /// A path that leads down beside the box, back below all boxes in a lane of its own, and up again.
    private func back(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double), _ number: Double) -> String {
        let (right, left) = (start.x + 14 + number * 5, end.x - 14 - number * 5)
        let y = bottom + number * Self.lane
        return """
            M\(Self.point(start))H\(Self.number(right - 6))q6 0 6 6V\(Self.number(y - 6))q0 6 -6 6H\(Self.number(left + 6))\
            q-6 0 -6 -6V\(Self.number(end.y + 6))q0 -6 6 -6H\(Self.number(end.x))
            """
    }

    private func path(_ data: String, _ name: String) -> String { "<path class=\"\(name)\" d=\"\(data)\" marker-end=\"url(#tip)\"/>" }
}
