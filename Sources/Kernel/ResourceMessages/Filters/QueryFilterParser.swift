import Primitives

extension QueryFilter {
    /// Reads a filter.
    ///
    /// ```
    /// filter      = conjunction *( "or" conjunction )
    /// conjunction = negation *( "and" negation )
    /// negation    = [ "!" ] ( "(" filter ")" / clause )
    /// clause      = pointer operator value / pointer "pr" / "true" / "false"
    /// value       = number / "true" / "false" / text in double or single quotes
    /// ```
    ///
    /// - Throws: where it is wrong and how.
    public init(parsing text: String, limits: QueryFilterLimits = .standard) throws(QueryFilterError) {
        guard text.utf8.count <= limits.bytes else {
            throw QueryFilterError(.tooLong, at: 1, "\(text.utf8.count) bytes; at most \(limits.bytes) are taken")
        }
        var parser = try QueryFilterParser(text, limits)
        self = try parser.whole()
    }
}

/// Reads a filter by recursive descent; the depth of the descent is bounded.
struct QueryFilterParser {
    private var scanner: QueryFilterScanner
    private let limits: QueryFilterLimits
    private var depth = 0
    private var clauses = 0

    init(_ text: String, _ limits: QueryFilterLimits) throws(QueryFilterError) {
        scanner = try QueryFilterScanner(text)
        self.limits = limits
    }

    mutating func whole() throws(QueryFilterError) -> QueryFilter {
        let filter = try disjunction()
        guard scanner.next == .end else { throw malformed("expected 'and', 'or' or the end") }
        return filter
    }

    private mutating func disjunction() throws(QueryFilterError) -> QueryFilter {
        var terms = [try conjunction()]
        while try takes("or") { terms.append(try conjunction()) }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    private mutating func conjunction() throws(QueryFilterError) -> QueryFilter {
        var terms = [try negation()]
        while try takes("and") { terms.append(try negation()) }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    private mutating func negation() throws(QueryFilterError) -> QueryFilter {
        switch scanner.next {
        case .not:
            return try nested { parser throws(QueryFilterError) in .not(try parser.negation()) }
        case .open:
            return try nested { parser throws(QueryFilterError) in
                let filter = try parser.disjunction()
                guard parser.scanner.next == .close else { throw parser.malformed("expected ')'") }
                try parser.scanner.advance()
                return filter
            }
        default: return try clause()
        }
    }

    /// Steps over a token that nests, and reads what is in it.
    private mutating func nested(
        _ body: (inout Self) throws(QueryFilterError) -> QueryFilter
    ) throws(QueryFilterError) -> QueryFilter {
        guard depth < limits.depth else {
            throw QueryFilterError(.tooDeep, at: scanner.position, "nested more than \(limits.depth) deep")
        }
        depth += 1
        try scanner.advance()
        let filter = try body(&self)
        depth -= 1
        return filter
    }

    private mutating func clause() throws(QueryFilterError) -> QueryFilter {
        clauses += 1
        guard clauses <= limits.clauses else {
            throw QueryFilterError(.tooManyClauses, at: scanner.position, "more than \(limits.clauses) clauses")
        }
        if try takes("true") { return .literal(true) }
        if try takes("false") { return .literal(false) }
        let field = try field()
        if try takes("pr") { return .present(field) }
        let comparison = try comparison()
        let place = scanner.position
        let operand = try operand()
        guard Self.fits(operand, comparison) else {
            throw QueryFilterError(.malformed, at: place, "'\(comparison.rawValue)' doesn't compare with such a value")
        }
        return .comparison(field, comparison, operand)
    }

    private mutating func field() throws(QueryFilterError) -> FieldPath {
        guard case .word(let word) = scanner.next else { throw malformed("expected the name of a field") }
        guard let path = FieldPath(word) else { throw malformed("'\(word.prefix(64))' is no JSON pointer to a field") }
        try scanner.advance()
        return path
    }

    private mutating func comparison() throws(QueryFilterError) -> QueryFilter.Comparison {
        guard case .word(let word) = scanner.next, let comparison = QueryFilter.Comparison(exactly: word.lowercased()) else {
            throw malformed("expected one of eq, co, sw, gt, ge, lt, le, pr")
        }
        try scanner.advance()
        return comparison
    }

    private mutating func operand() throws(QueryFilterError) -> QueryFilter.Operand {
        switch scanner.next {
        case .text(let text):
            try scanner.advance()
            return .text(text)
        case .word(let word):
            let value = try? JSONValue(parsing: word, limits: JSONLimits(bytes: 64, depth: 1, values: 1))
            let operand = value?.bool.map(QueryFilter.Operand.flag) ?? value?.number.map(QueryFilter.Operand.number)
            guard let operand else { break }
            try scanner.advance()
            return operand
        default: break
        }
        throw malformed("expected a number, true, false or a text in quotes")
    }

    /// Steps over a keyword, in whatever case, if it is next.
    private mutating func takes(_ keyword: String) throws(QueryFilterError) -> Bool {
        guard case .word(let word) = scanner.next, word.lowercased() == keyword else { return false }
        try scanner.advance()
        return true
    }

    private func malformed(_ reason: String) -> QueryFilterError { QueryFilterError(.malformed, at: scanner.position, reason) }

    private static func fits(_ operand: QueryFilter.Operand, _ comparison: QueryFilter.Comparison) -> Bool {
        switch operand {
        case .text: true
        case .number: comparison != .contains && comparison != .startsWith
        case .flag: comparison == .equals
        }
    }
}
