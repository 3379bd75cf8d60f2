import Primitives

/// An SVG written anew of the elements and attributes that draw shapes. A file with another element, a link, a handler or an entity is refused.
enum CleanSVG {
    private static let elements: Set = [
        "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "defs", "linearGradient", "radialGradient", "stop",
        "clipPath",
    ]
    /// Elements that are passed over with what is in them.
    private static let silent: Set = ["title", "desc", "metadata"]
    private static let attributes: Set = [
        "id", "viewBox", "width", "height", "preserveAspectRatio", "d", "points", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2",
        "y2", "fx", "fy", "offset", "transform", "gradientTransform", "gradientUnits", "spreadMethod", "clipPathUnits", "fill", "fill-rule",
        "fill-opacity", "clip-path", "clip-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
        "stroke-dasharray", "stroke-opacity", "opacity", "stop-color", "stop-opacity", "color",
    ]
    private static let most = (elements: 2000, depth: 32)

    static func bytes(of file: [UInt8]) throws(LookImage.Refusal) -> [UInt8] {
        var reader = SVGReader(file)
        var (out, open, count, skipped) = ("", [String](), 0, 0)
        var isDone = false
        while let tag = try reader.next() {
            guard !isDone else { throw LookImage.Refusal(reason: "is an SVG with more than one root") }
            count += 1
            guard count <= most.elements, open.count <= most.depth else {
                throw LookImage.Refusal(reason: "is an SVG of too many elements")
            }
            switch tag {
            case .end(let name):
                guard open.popLast() == name else { throw LookImage.Refusal(reason: "is no well-formed SVG") }
                if skipped > 0 { skipped -= 1 } else { out += "</\(name)>" }
                isDone = open.isEmpty
            case .start(let name, let given, let isEmpty):
                guard open.isEmpty == (name == "svg") else { throw LookImage.Refusal(reason: "has an svg element in another") }
                if skipped > 0 || silent.contains(name) {
                    if !isEmpty {
                        skipped += 1
                        open.append(name)
                    }
                    continue
                }
                guard elements.contains(name) else { throw LookImage.Refusal(reason: "has the element \(name), which is none of a shape") }
                out += "<" + name + (out.isEmpty ? " xmlns=\"http://www.w3.org/2000/svg\"" : "")
                for (name, value) in given where try isKept(name, value) { out += " \(name)=\"\(value)\"" }
                out += isEmpty ? "/>" : ">"
                if isEmpty { isDone = open.isEmpty } else { open.append(name) }
            }
        }
        guard isDone else { throw LookImage.Refusal(reason: "is no whole SVG") }
        return Array(out.utf8)
    }

    /// Whether an attribute draws. Others are dropped, but for those by which a file would do something.
    private static func isKept(_ name: String, _ value: String) throws(LookImage.Refusal) -> Bool {
        let lower = name.lowercased()
        guard !lower.hasPrefix("on"), lower != "href", lower != "xlink:href" else {
            throw LookImage.Refusal(reason: "has the attribute \(name), which does more than draw")
        }
        guard attributes.contains(name) else { return false }
        let value = value.lowercased()
        guard !value.contains("url(") || value.hasPrefix("url(#") && value.utf8.count(where: { $0 == UInt8(ascii: "(") }) == 1 else {
            throw LookImage.Refusal(reason: "has a \(name) that points out of the file")
        }
        return true
    }
}
