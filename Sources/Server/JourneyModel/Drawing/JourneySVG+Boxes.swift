import Primitives

extension JourneySVG {
    /// The elements of one box with its outcomes.
    package func box(_ index: Int) -> String {
        let box = drawing.boxes[index]
        let frame = frame(index)
        let rectangle = """
            <rect x="\(Self.number(frame.x))" y="\(Self.number(frame.y))" width="\(Self.number(frame.width))" \
            height="\(Self.number(frame.height))" rx="\(Self.isNode(box) ? 8 : 15)"/>
            """
        var parts = [rectangle]
        if Self.isNode(box) {
            parts.append(text(box.title, frame.x + 12, frame.y + 19, "title", longest: numbers[index] == nil ? 24 : 21))
            parts.append(text(box.subtitle, frame.x + 12, frame.y + 35, "kind", longest: 28))
        } else {
            parts.append(text(box.title, frame.x + frame.width / 2, frame.y + 20, "end", longest: 12))
        }
        for (row, line) in box.lines.enumerated() {
            parts.append(text("· " + line, frame.x + 12, frame.y + Self.header + 13 + Double(row) * Self.row, "line", longest: 28))
        }
        for port in box.ports.indices { parts += self.port(index, port) }
        if let number = numbers[index] { parts.append(badge(number, frame.x + frame.width - 15, frame.y + 15)) }
        return "<g class=\"\(box.role.rawValue)\">\(parts.joined())</g>"
    }

    /// Returns the point where the line or the mark of an outcome begins.
    package func start(_ box: Int, _ port: Int) -> (x: Double, y: Double) {
        let frame = frame(box)
        let isNamed = !drawing.boxes[box].ports[port].name.isEmpty
        let row = Self.header + (Double(drawing.boxes[box].lines.count + port) + 0.5) * Self.row
        return (frame.x + frame.width, isNamed ? frame.y + row : frame.y + min(frame.height / 2, Self.header / 2))
    }

    /// An outcome's name, and its mark when it has no line.
    private func port(_ box: Int, _ port: Int) -> [String] {
        let (outcome, start) = (drawing.boxes[box].ports[port], start(box, port))
        var parts: [String] = []
        if !outcome.name.isEmpty {
            parts.append(text(outcome.name, start.x - 12, start.y + 4, "port", longest: 26))
            parts.append("<circle cx=\"\(Self.number(start.x))\" cy=\"\(Self.number(start.y))\" r=\"3\"/>")
        }
        switch outcome.target {
        case .success: parts.append(mark("Success", "success", start))
        case .failure: parts.append(mark("Failure", "failure", start))
        case .box(let to):
            let index = drawing.lines.firstIndex { $0.from == box && $0.port == port }
            let isDrawn = index.map { layout.passages[$0] != nil || layout.back.contains($0) } ?? true
            if !isDrawn, let number = numbers[to] { parts.append(jump(to, number, start)) }
        case nil: break
        }
        return parts
    }

    /// Draws the mark of the journey's end.
    private func mark(_ label: String, _ role: String, _ start: (x: Double, y: Double)) -> String {
        """
        <path class="wire to-\(role)" d="M\(Self.point(start))h14"/><g class="\(role)"><rect x="\(Self.number(start.x + 14))" \
        y="\(Self.number(start.y - 8))" width="56" height="16" rx="8"/>\(text(label, start.x + 42, start.y + 4, "mark", longest: 12))</g>
        """
    }

    /// Draws the jump of an outcome that has no line: the number and the title of the box where it leads.
    private func jump(_ to: Int, _ number: Int, _ start: (x: Double, y: Double)) -> String {
        """
        <path class="wire back" d="M\(Self.point(start))h14"/>\(badge(number, start.x + 23, start.y))\
        \(text(drawing.boxes[to].title, start.x + 36, start.y + 4, "line", longest: 13))
        """
    }

    private func badge(_ number: Int, _ x: Double, _ y: Double) -> String {
        """
        <g class="badge"><rect x="\(Self.number(x - 9))" y="\(Self.number(y - 8))" width="18" height="16" rx="8"/>\
        \(text("\(number)", x, y + 4, "mark", longest: 3))</g>
        """
    }
}
