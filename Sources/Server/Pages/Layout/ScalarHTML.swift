import Mustache
import Primitives

/// HTML escaping by Unicode scalar.
///
/// The template library escapes by `Character`, and `"` followed by a combining mark is another character than `"`: it
/// would go out as it is and close the attribute it stands in. So every template of ours declares this type.
struct ScalarHTML: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(Self.isForbidden(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(escaped)
    }

    /// Control characters, which HTML doesn't allow, and marks that change the direction of the text after them: a name
    /// must not be able to rearrange the sentence it stands in.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static let name = "GATEHOUSE-HTML"

    /// Makes the type known to the template library, whose registry is global.
    static func register() { MustacheContentTypes.register(ScalarHTML(), named: name) }

    /// A template that escapes this way. Partials don't inherit the type, so it is declared in each.
    static func template(_ source: String) throws -> MustacheTemplate {
        try MustacheTemplate(string: "{{% CONTENT_TYPE:\(name)}}" + source)
    }
}
