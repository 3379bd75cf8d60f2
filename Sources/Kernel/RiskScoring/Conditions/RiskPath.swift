import Primitives

/// The name of a value, written `${event.ip}` or `${details.geoVelocity.level}`.
struct RiskPath: Sendable, Hashable {
    static let longest = 128
    let text: String

    /// The name of nothing.
    init() { text = "" }

    /// The name of a value of the event; nil for another value.
    var inEvent: String? {
        let prefix = "event."
        return text.hasPrefix(prefix) && text != prefix ? String(text.dropFirst(prefix.count)) : nil
    }

    init?(_ text: String) {
        guard text.hasPrefix("${"), text.hasSuffix("}"), (4...Self.longest + 3).contains(text.utf8.count) else { return nil }
        self.text = String(text.dropFirst(2).dropLast())
    }
}
