public import Primitives

/// A word of the app's program: a provider's name, a tag, the identifier of a field. A text that may be a user's own is none, and of
/// that only its length remains.
public enum SignalWord: Sendable, Hashable {
    /// A word, in the form that ``init(ofProgram:)`` takes or of a list that was declared.
    case word(String)
    /// Any other text: its number of Unicode scalars, 0 to 9999.
    case other(length: Int)

    /// Keeps a text that has a program's form: a letter, then letters, digits, `_`, `-`, `.` and `:`, up to ``SignalLimits/word`` bytes with at
    /// most ``SignalLimits/wordDigits`` digits.
    public init(ofProgram text: String) {
        let bytes = text.utf8
        let isWord =
            bytes.first.map { $0.isLetterOrDigit && !$0.isDigit } == true && Self.isBounded(text)
            && bytes.allSatisfy { $0.isLetterOrDigit || Self.punctuation.contains($0) }
        self = isWord ? .word(text) : Self.reduced(text)
    }

    /// Keeps a text that is one of those declared, byte by byte.
    public init(_ text: String, among words: Set<String>) {
        self = words.contains(text) && Self.isBounded(text) ? .word(text) : Self.reduced(text)
    }

    /// The text on the wire, or the length as a number.
    public var json: JSONValue {
        switch self {
        case .word(let text): .string(text)
        case .other(let length): .integer(Int64(length))
        }
    }

    /// Whether a word may be declared: printable ASCII without `@`, within the bounds.
    public static func isBounded(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...SignalLimits.word).contains(bytes.count) && bytes.count(where: \.isDigit) <= SignalLimits.wordDigits
            && bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "@") }
    }

    init?(json: JSONValue?) {
        switch json {
        case .string(let text) where Self.isBounded(text): self = .word(text)
        case .integer(let length) where (0...Int64(Self.longest)).contains(length): self = .other(length: Int(length))
        default: return nil
        }
    }

    private static func reduced(_ text: String) -> SignalWord { .other(length: min(text.unicodeScalars.count, longest)) }

    private static let longest = 9999
    private static let punctuation = Array("_-.:".utf8)
}
