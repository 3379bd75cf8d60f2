public import Primitives

/// A type of value that can be asked for: a text, a number, true or false.
public protocol AttributeValue: Sendable, Equatable {
    /// The type of callback that asks for a value of this type.
    static var callbackType: CallbackType { get }
    /// The content of an input that no client has set.
    static var unanswered: JSONValue { get }
    /// The value as it is written in inputs and outputs.
    var json: JSONValue { get }
    /// Reads a value of an output; nil for JSON of another type.
    init?(json: JSONValue)
    /// Reads the main input; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when it has the wrong type, ``JourneyMessageError/Code/tooLarge`` when it is too
    ///   long.
    static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Self?
}

extension String: AttributeValue {
    /// The type ``CallbackType/stringAttribute``.
    public static var callbackType: CallbackType { .stringAttribute }
    /// The empty text.
    public static var unanswered: JSONValue { "" }
    /// The text as a JSON string.
    public var json: JSONValue { .string(self) }
    /// Reads ``json``; nil when the value has another form.
    public init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self = text
    }
    /// Reads a text; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is no text, ``JourneyMessageError/Code/tooLarge`` when it is longer
    ///   than ``StepLimits/text``.
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

extension Double: AttributeValue {
    /// The type ``CallbackType/numberAttribute``.
    public static var callbackType: CallbackType { .numberAttribute }
    /// The empty text, since a number has no empty value.
    public static var unanswered: JSONValue { "" }
    /// Whole numbers without a fraction.
    public var json: JSONValue { Int64(exactly: self).map(JSONValue.integer) ?? .number(self) }
    /// Reads ``json``; nil when the value has another form.
    public init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
    /// Reads a finite number, also one written as a text; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is no number.
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Double? { try given.number() }
}

extension Bool: AttributeValue {
    /// The type ``CallbackType/booleanAttribute``.
    public static var callbackType: CallbackType { .booleanAttribute }
    /// The value false.
    public static var unanswered: JSONValue { false }
    /// The JSON literal `true` or `false`.
    public var json: JSONValue { .bool(self) }
    /// Reads ``json``; nil when the value has another form.
    public init?(json: JSONValue) {
        guard let flag = json.bool else { return nil }
        self = flag
    }
    /// Reads true or false, also as a text; nil when it is missing or empty.
    /// - Throws: ``JourneyMessageError/Code/malformed`` when the input is neither.
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
