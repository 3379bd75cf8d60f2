import Primitives
import ResourceMessages
import Foundations

/// Puts the pieces of a text with placeholders together: which of them stand within which.
struct TemplateParser {
    private static let deepest = 8

    private var tokens: ArraySlice<TemplateToken>
    private var depth = 0

    init(_ tokens: [TemplateToken]) { self.tokens = tokens[...] }

    mutating func parse() throws(DomainError) -> [TemplateText.Part] {
        let parts = try list()
        guard tokens.isEmpty else { throw DomainError(.invalid, "an {{else}} or an end has no {{#if …}} before it") }
        return parts
    }

    /// The parts up to an `else` or an end, which stays.
    private mutating func list() throws(DomainError) -> [TemplateText.Part] {
        var parts: [TemplateText.Part] = []
        while let token = tokens.first {
            switch token {
            case .text(let text): parts.append(.text(text))
            case .value(let path, let isRaw): parts.append(.value(path, isRaw: isRaw))
            case .begin: parts.append(try choice())
            case .otherwise, .end: return parts
            }
            tokens = tokens.dropFirst()
        }
        return parts
    }

    /// A choice, up to its end, which stays.
    private mutating func choice() throws(DomainError) -> TemplateText.Part {
        guard case .begin(let path, let isNegated) = tokens.first, depth < Self.deepest else {
            throw DomainError(.invalid, "choices stand in each other too deeply")
        }
        depth += 1
        defer { depth -= 1 }
        tokens = tokens.dropFirst()
        let first = try list()
        var second: [TemplateText.Part] = []
        if tokens.first == .otherwise {
            tokens = tokens.dropFirst()
            second = try list()
        }
        guard tokens.first == .end(isNegated: isNegated) else {
            let name = isNegated ? "unless" : "if"
            throw DomainError(.invalid, "{{#\(name) \(path.names.joined(separator: "."))}} has no end {{/\(name)}}")
        }
        return isNegated ? .choice(path, then: second, otherwise: first) : .choice(path, then: first, otherwise: second)
    }
}
