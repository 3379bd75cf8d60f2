import Primitives

/// Cuts a query filter into its tokens.
struct QueryFilterScanner {
    enum Token: Equatable {
        case open, close, not
        case word(String)
        case text(String)
        case end
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The token that comes next, and where it begins, counted from 1.
    private(set) var next = Token.end
    private(set) var position = 1

    init(_ text: String) throws(QueryFilterError) {
        scalars = Array(text.unicodeScalars)
        try advance()
    }

    /// Continues to the token after the next.
    mutating func advance() throws(QueryFilterError) {
        while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        position = index + 1
        guard index < scalars.count else { return next = .end }
        switch scalars[index] {
        case "(": next = single(.open)
        case ")": next = single(.close)
        case "!": next = single(.not)
        case "\"", "'": next = .text(try quoted())
        default: next = .word(word())
        }
    }

    private mutating func single(_ token: Token) -> Token {
        index += 1
        return token
    }

    private mutating func word() -> String {
        let start = index
        while index < scalars.count, !Self.endsWord(scalars[index]) { index += 1 }
        return Self.string(scalars[start..<index])
    }

    /// A text between quotes of one kind, in which a backslash takes the next quote or backslash as it is.
    private mutating func quoted() throws(QueryFilterError) -> String {
        let quote = scalars[index]
        var content: [Unicode.Scalar] = []
        index += 1
        while index < scalars.count, scalars[index] != quote {
            if scalars[index] == "\\" { try escape() }
            content.append(scalars[index])
            index += 1
        }
        guard index < scalars.count else { throw QueryFilterError(.malformed, at: position, "the quote that begins here never ends") }
        index += 1
        return Self.string(content[...])
    }

    /// Steps over a backslash, to what it escapes.
    private mutating func escape() throws(QueryFilterError) {
        index += 1
        guard index < scalars.count, ["\"", "'", "\\", "/"].contains(scalars[index]) else {
            throw QueryFilterError(.malformed, at: index, "after \\ comes a quote, a slash or another \\")
        }
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || ["(", ")", "\"", "'"].contains(scalar)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
