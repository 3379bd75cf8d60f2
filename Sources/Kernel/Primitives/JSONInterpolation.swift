/// Messages show no value of the program: what a text is made of is a text, or says itself what it looks like to people.
///
/// A JSON value in a string would be its description as Swift has it, `Member(name: "en", value: …)`. These functions take the place of the
/// standard ones for such values, so that a message with one doesn't compile.
extension DefaultStringInterpolation {
    @available(*, unavailable, message: "interpolate json.text, or the part of the value that the message is about")
    package mutating func appendInterpolation(_ value: JSONValue) { appendLiteral(value.text) }

    @available(*, unavailable, message: "interpolate JSONValue.object(json).text, or the part of the object that the message is about")
    package mutating func appendInterpolation(_ value: JSONObject) { appendLiteral(JSONValue.object(value).text) }

    @available(*, unavailable, message: "interpolate the member's name or the text of its value")
    package mutating func appendInterpolation(_ value: JSONObject.Member) { appendLiteral(value.name) }

    @available(*, unavailable, message: "interpolate the raw value")
    package mutating func appendInterpolation<Value: RawRepresentable<String>>(_ value: Value) { appendLiteral(value.rawValue) }

    package mutating func appendInterpolation<Value: RawRepresentable<String> & CustomStringConvertible>(_ value: Value) {
        appendLiteral(value.description)
    }
}
