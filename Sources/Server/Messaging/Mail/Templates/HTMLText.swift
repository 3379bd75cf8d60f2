import Primitives
import ResourceMessages

/// The text of a message in HTML for a recipient who reads plain text: no markup, with addresses beside the texts that link to them.
package enum HTMLText {
    /// The text of a message's HTML.
    package static func plain(_ html: String) -> String {
        var (text, rest) = ("", html[...])
        var address: String?
        while let opening = rest.firstIndex(of: "<") {
            text += unescaped(collapsed(rest[..<opening]))
            if rest[opening...].hasPrefix("<!--") {
                rest = rest[opening...].firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
                continue
            }
            guard let closing = rest[opening...].firstIndex(of: ">") else { return tidied(text) }
            let tag = rest[rest.index(after: opening)..<closing]
            rest = rest[rest.index(after: closing)...]
            let name = String(tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" }).lowercased()
            switch name {
            case "style", "script", "title", "head":
                rest = rest.firstRange(of: "</\(name)>").map { rest[$0.upperBound...] } ?? ""
            case "a": address = attribute("href", of: tag)
            case "/a":
                if let address { text += ": \(address) " }
                address = nil
            case "br", "br/", "/p", "/div", "/h1", "/h2", "/h3", "/h4", "/li", "/tr", "/table": text += "\n"
            case "li": text += "- "
            default: break
            }
        }
        return tidied(text + unescaped(collapsed(rest)))
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        for quote in ["\"", "'"] {
            guard let start = tag.firstRange(of: "\(name)=\(quote)")?.upperBound, let end = tag[start...].firstRange(of: quote) else {
                continue
            }
            return unescaped(String(tag[start..<end.lowerBound]))
        }
        return nil
    }

    /// White space is one space.
    private static func collapsed(_ text: Substring) -> String {
        text.reduce(into: "") { line, character in
            if !character.isWhitespace { line.append(character) } else if line.last != " " { line.append(" ") }
        }
    }

    private static func tidied(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ").joined(separator: " ")
            if !words.isEmpty || lines.last?.isEmpty == false { lines.append(words) }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// `&amp;` goes last, or it would make entities of what were none.
    private static func unescaped(_ text: String) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
        return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

extension String {
    /// The text as it is written in HTML, also in an attribute's quotes.
    package var escapedForHTML: String { escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]) }
}
