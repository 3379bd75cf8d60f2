import Primitives
import ResourceMessages
import Foundations

/// A piece of a text with placeholders.
enum TemplateToken: Equatable {
    case text(String)
    case value(FieldPath, isRaw: Bool)
    /// `{{#if x}}`, or with `isNegated` `{{#unless x}}`.
    case begin(FieldPath, isNegated: Bool)
    case otherwise
    case end(isNegated: Bool)

    /// Cuts a text into its pieces.
    static func tokens(of text: String) throws(DomainError) -> [TemplateToken] {
        var tokens: [TemplateToken] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            tokens.append(.text(String(rest[..<opening.lowerBound])))
            let isRaw = rest[opening.upperBound...].hasPrefix("{")
            let closing = isRaw ? "}}}" : "}}"
            guard let end = rest[opening.upperBound...].firstRange(of: closing) else {
                throw DomainError(.invalid, "\(rest[opening.lowerBound...].prefix(40)) has no end \(closing)")
            }
            let tag = rest[opening.upperBound..<end.lowerBound].drop { $0 == "{" }
            if let token = try token(tag.trimmed, isRaw: isRaw) { tokens.append(token) }
            rest = rest[end.upperBound...]
        }
        return tokens + [.text(String(rest))]
    }

    /// The piece between braces; nil for a comment.
    private static func token(_ tag: String, isRaw: Bool) throws(DomainError) -> TemplateToken? {
        if tag.hasPrefix("!") { return nil }
        let words = tag.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("#if", 2): return .begin(try path(words[1]), isNegated: false)
        case ("#unless", 2): return .begin(try path(words[1]), isNegated: true)
        case ("else", 1): return .otherwise
        case ("/if", 1): return .end(isNegated: false)
        case ("/unless", 1): return .end(isNegated: true)
        case (_, 1): return .value(try path(tag), isRaw: isRaw)
        default: throw DomainError(.invalid, "{{\(tag.prefix(40))}} is no placeholder; there are {{object.name}}, #if, #unless and else")
        }
    }

    private static func path(_ text: String) throws(DomainError) -> FieldPath {
        let isName = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-".utf8.contains(byte)
        }
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard isName, let path = FieldPath(names: names) else {
            throw DomainError(.invalid, "{{\(text.prefix(40))}} names no value; write it as {{object.givenName}}")
        }
        return path
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
