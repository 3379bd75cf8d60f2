package import Primitives

/// A value that a setting of the server can have, which a file, a variable or a flag gives as a text.
package protocol ServerSettingValue: Sendable {
    /// Reads a text; nil when it is no value.
    init?(setting text: String)
    /// The value as it would be written; nil for one that is absent.
    var text: String? { get }
    var json: JSONValue? { get }
}

extension Int: ServerSettingValue {
    package init?(setting text: String) { self.init(text) }
    package var text: String? { String(self) }
    package var json: JSONValue? { .integer(Int64(self)) }
}

extension Bool: ServerSettingValue {
    package init?(setting text: String) {
        let words = ["true": true, "on": true, "yes": true, "false": false, "off": false, "no": false]
        guard let value = words[text.lowercased()] else { return nil }
        self = value
    }

    package var text: String? { "\(self)" }
    package var json: JSONValue? { .bool(self) }
}

extension String: ServerSettingValue {
    package init?(setting text: String) { self = text }
    package var text: String? { self }
    package var json: JSONValue? { .string(self) }
}

extension Secret: ServerSettingValue {
    package init?(setting text: String) { self.init(text) }
    package var text: String? { reveal() }
    package var json: JSONValue? { .string(reveal()) }
}

extension Optional: ServerSettingValue where Wrapped: ServerSettingValue {
    package init?(setting text: String) {
        guard let value = Wrapped(setting: text) else { return nil }
        self = .some(value)
    }

    package var text: String? { flatMap(\.text) }
    package var json: JSONValue? { flatMap(\.json) }
}

extension ServerSettingValue where Self: RawRepresentable<String> & CaseIterable {
    package init?(setting text: String) { self.init(exactly: text) }
    package var text: String? { rawValue }
    package var json: JSONValue? { .string(rawValue) }
}
