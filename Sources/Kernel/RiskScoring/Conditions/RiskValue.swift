public import Primitives

/// A value that conditions compare.
public enum RiskValue: Sendable, Hashable {
    /// A text of up to 1024 bytes.
    case text(String)
    /// A whole number.
    case number(Int)
    /// A flag.
    case flag(Bool)
    /// A list of up to 100 texts.
    case list([String])

    /// The value in JSON.
    public var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .integer(Int64(number))
        case .flag(let flag): .bool(flag)
        case .list(let texts): .array(texts.map(JSONValue.string))
        }
    }

    /// Reads ``json``; nil for a value of another kind or size.
    public init?(json: JSONValue) {
        switch json {
        case .string(let text) where text.utf8.count <= 1024: self = .text(text)
        case .integer(let number): self = .number(Int(number))
        case .bool(let flag): self = .flag(flag)
        case .array(let values):
            let texts = values.compactMap(\.string)
            guard texts.count == values.count, texts.count <= 100, texts.allSatisfy({ $0.utf8.count <= 256 }) else { return nil }
            self = .list(texts)
        default: return nil
        }
    }

    /// The value as one text; nil for a list.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list: nil
        }
    }

    /// The value as a whole number: one that is, or a text of its decimal digits with or without a minus sign.
    var number: Int? {
        switch self {
        case .number(let number): number
        case .text(let text): text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
        default: nil
        }
    }

    /// The texts of a list; one text is a list of one.
    var texts: [String]? {
        switch self {
        case .list(let texts): texts
        default: text.map { [$0] }
        }
    }
}
