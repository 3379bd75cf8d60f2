package import Primitives

/// A transient value as the state keeps it: a text as it is, which other nodes understand; anything else as JSON with a mark before it.
package enum TransientValue {
    private static let mark = "\u{1}"

    /// The value as it is kept.
    package static func secret(_ value: JSONValue) -> Secret {
        if let text = value.string, !text.hasPrefix(mark) { return Secret(text) }
        return Secret(mark + value.text)
    }

    /// The value that was kept; a text that can't be read is null.
    package static func json(_ secret: Secret) -> JSONValue {
        let text = secret.reveal()
        guard text.hasPrefix(mark) else { return .string(text) }
        return (try? JSONValue(parsing: String(text.dropFirst()))) ?? .null
    }
}
