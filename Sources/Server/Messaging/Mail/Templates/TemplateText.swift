import Primitives
import ResourceMessages
import Foundations

/// A text with placeholders: `{{object.givenName}}`, `{{#if object.givenName}}…{{else}}…{{/if}}`, `{{#unless …}}…{{/unless}}`.
///
/// Anything else between double braces is refused when the template is stored, rather than sent as it stands.
struct TemplateText: Sendable {
    /// The form of a text, which decides how values are put into it.
    enum Form: Sendable {
        case plain
        /// Values are escaped; with three braces, `{{{object.x}}}`, they are not.
        case html
    }

    /// The longest that a text may be, and the longest that what becomes of it may be, in bytes.
    static let (longest, longestResult) = (64 << 10, 256 << 10)

    indirect enum Part: Sendable {
        case text(String)
        case value(FieldPath, isRaw: Bool)
        case choice(FieldPath, then: [Part], otherwise: [Part])
    }

    private let parts: [Part]

    /// - Throws: `invalid`, with what can't be understood.
    init(_ text: String) throws(DomainError) {
        guard text.utf8.count <= Self.longest else { throw DomainError(.invalid, "a text has at most \(Self.longest) bytes") }
        var parser = TemplateParser(try TemplateToken.tokens(of: text))
        parts = try parser.parse()
    }

    /// The text with values from an object.
    func rendered(_ object: JSONObject, as form: Form) throws(DomainError) -> String {
        let text = Self.rendered(parts, object, form)
        guard text.utf8.count <= Self.longestResult else { throw DomainError(.invalid, "a message would be too long") }
        return text
    }

    private static func rendered(_ parts: [Part], _ object: JSONObject, _ form: Form) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .value(let path, let isRaw): shown(object[path], form, isRaw)
            case .choice(let path, let then, let otherwise): rendered(isTrue(object[path]) ? then : otherwise, object, form)
            }
        }.joined()
    }

    private static func shown(_ value: JSONValue?, _ form: Form, _ isRaw: Bool) -> String {
        let text = Self.text(value).onOneLine
        return form == .plain || isRaw ? text : text.escapedForHTML
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null, .object: ""
        case .string(let text): text
        case .array(let elements): elements.map { text($0) }.joined(separator: ", ")
        case .some(let other): other.text
        }
    }

    private static func isTrue(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .bool(false): false
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        default: true
        }
    }
}
