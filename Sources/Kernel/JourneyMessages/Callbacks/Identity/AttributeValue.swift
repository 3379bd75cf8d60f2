public import Primitives

/// A type of value that can be asked for: a text, a number, true or false.
public protocol AttributeValue: Sendable, Equatable {
    static var callbackType: CallbackType { get }
    /// The content of an input that no client has set.
    static var unanswered: JSONValue { get }
    var json: JSONValue { get }
    init?(json: JSONValue)
    static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Self?
}

extension String: AttributeValue {
    public static var callbackType: CallbackType { .stringAttribute }
    public static var unanswered: JSONValue { "" }
    public var json: JSONValue { .string(self) }
    public init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self = text
    }
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> String? { try given.text() }
}

extension Double: AttributeValue {
    public static var callbackType: CallbackType { .numberAttribute }
    public static var unanswered: JSONValue { "" }
    /// Whole numbers without a fraction.
    public var json: JSONValue { Int64(exactly: self).map(JSONValue.integer) ?? .number(self) }
    public init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        self = number
    }
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Double? { try given.number() }
}

extension Bool: AttributeValue {
    public static var callbackType: CallbackType { .booleanAttribute }
    public static var unanswered: JSONValue { false }
    public var json: JSONValue { .bool(self) }
    public init?(json: JSONValue) {
        guard let flag = json.bool else { return nil }
        self = flag
    }
    public static func read(_ given: GivenInputs) throws(JourneyMessageError) -> Bool? { try given.flag() }
}
