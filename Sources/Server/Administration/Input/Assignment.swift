package import Primitives

/// A name and its new value; what type the value is of, the named setting or attribute knows.
package struct Assignment: Sendable, Equatable, CustomStringConvertible {
    /// A new value.
    package enum Value: Sendable, Equatable {
        /// A text as `name=value` has it; an empty one takes the value away.
        case text(String)
        /// A value of its type; `null` takes it away.
        case json(JSONValue)
    }

    /// The name of the setting or attribute.
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = .text(value)
    }

    package init(_ name: String, json: JSONValue) {
        self.name = name
        value = .json(json)
    }

    /// Reads `name=value`.
    /// - Throws: `invalid` for a text without the sign.
    package init(parsing text: String) throws(AdministrationError) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
            throw AdministrationError(.invalid, "\(text) is no assignment; write name=value")
        }
        self.init(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    package var description: String {
        switch value {
        case .text(let text): "\(name)=\(text)"
        case .json(let json): "\(name)=\(json.text)"
        }
    }

    /// The text that was typed; nil for a value of its type.
    package var typed: String? { if case .text(let text) = value { text } else { nil } }

    /// The value as JSON; a text that isn't JSON is taken as it is.
    var json: JSONValue {
        switch value {
        case .text(let text): (try? JSONValue(parsing: text)) ?? .string(text)
        case .json(let json): json
        }
    }

    /// The value as a placeholder is filled in with it.
    var text: JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .json(let json): json
        }
    }
}
