/// Any JSON value, with the members of objects in the order in which they came.
///
/// Foundation's decoders neither bound the depth of foreign JSON nor refuse an object that names a member twice, which
/// RFC 7515 §4 and RFC 7519 §4 ask for; ``JSONReader`` does both (docs/decisions/0002-json.md).
public enum JSONValue: Sendable, Equatable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that 64 bits hold.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string, unescaped.
    case string(String)
    /// An array of values.
    case array([JSONValue])
    /// An object of named values in order.
    case object(JSONObject)
}

extension JSONValue {
    /// Parses one JSON text.
    /// - Throws: ``JSONError``: ``JSONError/Code/malformed`` for a text that is no JSON, other codes for one beyond `limits` or with a
    ///   repeated name.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(bytes, limits: limits)
    }

    /// Parses one JSON text.
    /// - Throws: ``JSONError``: ``JSONError/Code/malformed`` for a text that is no JSON, other codes for one beyond `limits` or with a
    ///   repeated name.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        self = try JSONReader.read(text.utf8, limits: limits)
    }

    /// The compact JSON text, as bytes.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The compact JSON text.
    public var text: String { String(own: encoded) }

    /// The string, when it is one; likewise below.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The Boolean; nil for a value of another kind.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements of the array; nil for a value of another kind.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The object; nil for a value of another kind.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// The whole number; also from a fractional form without a fraction (`3.0`).
    public var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The number.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The strings of an array of strings; nil when any element is something else.
    public var strings: [String]? {
        guard let array else { return nil }
        let strings = array.compactMap(\.string)
        return strings.count == array.count ? strings : nil
    }

    /// The member of an object, or nil.
    public subscript(key: String) -> JSONValue? { object?[key] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
    public init(nilLiteral: ()) { self = .null }
}
