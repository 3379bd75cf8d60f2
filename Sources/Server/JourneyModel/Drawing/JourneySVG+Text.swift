import Primitives

extension JourneySVG {
    /// An element of text of a class at a place, cut to a length; a text that is cut is there whole as a tooltip.
    package func text(_ text: String, _ x: Double, _ y: Double, _ name: String, longest: Int) -> String {
        let short = text.count > longest ? String(text.unicodeScalars.prefix(longest - 1)) + "…" : text
        let title = text.count > longest ? "<title>\(Self.escaped(text))</title>" : ""
        return "<text class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(title)\(Self.escaped(short))</text>"
    }

    static func point(_ point: (x: Double, y: Double)) -> String { "\(number(point.x)) \(number(point.y))" }

    /// Rounds to a tenth, so that the same journey is the same text everywhere.
    package static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// A text as XML has it between tags and in attributes.
    package static func escaped(_ text: some StringProtocol) -> String {
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

    static let style = """
        <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
        <path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
        <style>
        .ground{fill:#fff} text{font:12px system-ui,sans-serif;fill:#1d2430} .title{font-weight:600}
        .kind,.line{fill:#5b6675;font-size:11px} .port{text-anchor:end;font-size:11px} .end{text-anchor:middle;font-weight:600}
        .mark{text-anchor:middle;font-size:10px}
        rect{stroke:#9aa5b5;fill:#f5f7fa} .ground{stroke:none} circle{fill:#6b7789}
        .wire{fill:none;stroke:#7c8899;stroke-width:1.4} .tip{fill:#7c8899} .back{stroke-dasharray:5 3}
        .to-success{stroke:#2f8f5b} .to-failure{stroke:#c0563f} .foreign>rect{stroke-dasharray:4 3} .start>rect{fill:#e3ebfb;stroke:#5272b8}
        .success rect{fill:#dff3e7;stroke:#2f8f5b;stroke-dasharray:none} .failure rect{fill:#f9e2dc;stroke:#c0563f;stroke-dasharray:none}
        .badge rect{fill:#e9e2f7;stroke:#7a5fb0;stroke-dasharray:none}
        @media (prefers-color-scheme:dark){.ground{fill:#14181f;stroke:none} text{fill:#e6eaf0} .kind,.line{fill:#9aa6b6}
        rect{fill:#222833;stroke:#4a5668} .wire{stroke:#8693a6} .tip,circle{fill:#8693a6} .to-success{stroke:#55c189} .to-failure{stroke:#e58a73}
        .success rect{fill:#173626;stroke:#55c189} .failure rect{fill:#3d211b;stroke:#e58a73} .start>rect{fill:#1c2a47;stroke:#7d9be0}
        .badge rect{fill:#2e2547;stroke:#a68be0}}
        </style>
        """
}
