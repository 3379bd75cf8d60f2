import Primitives

/// A name and its new value, as `name=value` says it; what type the value is of, the named setting or attribute knows.
package struct Assignment: Sendable, Equatable, CustomStringConvertible {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `name=value`.
    /// - Throws: `invalid` for a text without the sign.
    package init(parsing text: String) throws(AdministrationError) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
            throw AdministrationError(.invalid, "\(text) is no assignment; write name=value")
        }
        self.init(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    package var description: String { "\(name)=\(value)" }
}
