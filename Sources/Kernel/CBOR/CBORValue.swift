import Primitives

/// One data item of the Concise Binary Object Representation (RFC 8949).
///
/// Items are made with literals or the cases, written by ``encoded``, and read by ``init(decoding:form:limits:)``:
///
/// ```swift
/// let item: CBORValue = ["fmt": "none", "attStmt": [:], "authData": .bytes(data)]
/// let again = try CBORValue(decoding: item.encoded)
/// ```
public enum CBORValue: Sendable, Equatable {
    /// A whole number from 0 (major type 0).
    case unsigned(UInt64)
    /// The whole number −1 − n (major type 1), so that −1 is `.negative(0)`.
    case negative(UInt64)
    /// A byte string (major type 2).
    case bytes([UInt8])
    /// A text (major type 3).
    case text(String)
    /// A list (major type 4).
    case array([CBORValue])
    /// Pairs, each key once (major type 5). Their order says nothing.
    case map([CBORKey: CBORValue])
    /// An item with a tag that says what it means (major type 6); big numbers stay as they are, tag and bytes.
    indirect case tagged(UInt64, CBORValue)
    /// A floating-point number. Not a number isn't equal to itself, as in all of Swift.
    case float(Double)
    /// The simple value false or true (RFC 8949 §3.3).
    case bool(Bool)
    /// The simple value null (RFC 8949 §3.3).
    case null
    /// The simple value undefined (RFC 8949 §3.3).
    case undefined
    /// Another simple value: 0 to 19 or 32 to 255 (RFC 8949 §3.3).
    case simple(UInt8)
}

/// The key of a value in a map: the kinds of key that COSE, CTAP2 and mobile documents use. Others are refused when read.
public enum CBORKey: Sendable, Hashable {
    /// A whole number that is not negative (major type 0).
    case unsigned(UInt64)
    /// The whole number −1 − n.
    case negative(UInt64)
    /// A byte string (major type 2).
    case bytes([UInt8])
    /// A text string in UTF-8 (major type 3).
    case text(String)
}

// MARK: - Making

extension CBORValue {
    /// A whole number of either sign.
    public static func integer(_ number: Int) -> Self {
        number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }
}

extension CBORKey {
    /// A whole number of either sign.
    public static func integer(_ number: Int) -> Self {
        number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    /// The key as an item.
    public var value: CBORValue {
        switch self {
        case .unsigned(let number): .unsigned(number)
        case .negative(let number): .negative(number)
        case .bytes(let bytes): .bytes(bytes)
        case .text(let text): .text(text)
        }
    }

    /// Nil for an item that can't be a key.
    public init?(_ value: CBORValue) {
        switch value {
        case .unsigned(let number): self = .unsigned(number)
        case .negative(let number): self = .negative(number)
        case .bytes(let bytes): self = .bytes(bytes)
        case .text(let text): self = .text(text)
        default: return nil
        }
    }
}

extension CBORKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
}

extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }
    /// Makes a map; of a key that is given twice, the later value stays.
    public init(dictionaryLiteral elements: (CBORKey, CBORValue)...) { self = .map(Dictionary(elements) { _, later in later }) }
}
