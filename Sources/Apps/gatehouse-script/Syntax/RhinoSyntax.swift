import Primitives

/// The syntax that the old engine's language had beyond today's: `for each (x in values)`.
///
/// Each is rewritten where it stands, so that lines stay what they are; nothing within texts, comments and regular expressions is
/// touched.
enum RhinoSyntax {
    static func modern(_ text: String) -> String {
        guard text.contains("each") else { return text }
        var scanner = RhinoScanner(text)
        return scanner.rewritten()
    }
}

/// Goes through a script from token to token.
private struct RhinoScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var out: [UInt8] = []
    /// Whether a `/` here would begin a regular expression: after an operator, and not after a value.
    private var expectsValue = true

    init(_ text: String) {
        bytes = Array(text.utf8)
        out.reserveCapacity(bytes.count + 64)
    }

    mutating func rewritten() -> String {
        while position < bytes.count { copyToken() }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func copyToken() {
        if skipsForEach() { return rewriteHead() }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): copyQuoted(byte)
        case UInt8(ascii: "/") where follows("//"): copy { $0 != UInt8(ascii: "\n") }
        case UInt8(ascii: "/") where follows("/*"): copyComment()
        case UInt8(ascii: "/") where expectsValue: copyRegularExpression()
        case _ where Self.isWord(byte): copyWord()
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): take()
        default:
            take()
            expectsValue = byte != UInt8(ascii: ")") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}")
        }
    }

    /// `for each (` → `for (`, and true when it stands here.
    private mutating func skipsForEach() -> Bool {
        guard position == 0 || !Self.isWord(bytes[position - 1]), let each = end(of: "for", from: position).map(space),
            let open = end(of: "each", from: each).map(space), each > position + 3, open < bytes.count, bytes[open] == UInt8(ascii: "(")
        else { return false }
        out += Array("for (".utf8)
        position = open + 1
        return true
    }

    /// `x in values)` → `x of __values__(values))`.
    private mutating func rewriteHead() {
        expectsValue = true
        while position < bytes.count, end(of: "in", from: position).map({ isFree(position, $0) }) != true {
            guard bytes[position] != UInt8(ascii: ")") else { return }
            take()
        }
        out += Array("of __values__(".utf8)
        position = min(position + 2, bytes.count)
        var depth = 1
        while position < bytes.count, depth > 0 {
            if bytes[position] == UInt8(ascii: "(") { depth += 1 }
            if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
            copyToken()
        }
        out.append(UInt8(ascii: ")"))
    }

    private mutating func copyWord() {
        let start = position
        copy(while: Self.isWord)
        expectsValue = Self.wordsBeforeValues.contains(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func copyQuoted(_ quote: UInt8) {
        take()
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") { take() }
            take()
        }
        take()
        expectsValue = false
    }

    private mutating func copyComment() {
        take(2)
        while position < bytes.count, !follows("*/") { take() }
        take(2)
    }

    private mutating func copyRegularExpression() {
        var isInClass = false
        take()
        while position < bytes.count, isInClass || bytes[position] != UInt8(ascii: "/"), bytes[position] != UInt8(ascii: "\n") {
            switch bytes[position] {
            case UInt8(ascii: "\\"): take()
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            default: break
            }
            take()
        }
        take()
        expectsValue = false
    }
}

// MARK: - Bytes

extension RhinoScanner {
    private static let wordsBeforeValues: Set = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof",
    ]

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80 || (0x30...0x39).contains(byte)
            || (0x41...0x5A).contains(byte & ~0x20)
    }

    private mutating func take(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            out.append(bytes[position])
            position += 1
        }
    }

    private mutating func copy(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { take() }
    }

    private func follows(_ text: String) -> Bool { end(of: text, from: position) != nil }

    /// Returns the end of a text that stands at a place.
    private func end(of text: String, from start: Int) -> Int? {
        let end = start + text.utf8.count
        return end <= bytes.count && bytes[start..<end].elementsEqual(text.utf8) ? end : nil
    }

    /// The first place from here on that is no space.
    private func space(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
        return end
    }

    /// Whether what stands between two places is a word of its own.
    private func isFree(_ start: Int, _ end: Int) -> Bool {
        (start == 0 || !Self.isWord(bytes[start - 1])) && (end == bytes.count || !Self.isWord(bytes[end]))
    }
}
