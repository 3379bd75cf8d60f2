import Primitives

/// The name of a value, written `${event.ip}` or `${details.geoVelocity.level}`.
struct RiskPath: Sendable, Hashable {
    static let longest = 128
    let text: String

    /// The name of nothing.
    init() { text = "" }

    /// The name behind `event.`; a value that is no event's has none.
    var inEvent: String { text.hasPrefix("event.") ? String(text.dropFirst("event.".count)) : "" }

    init?(_ text: String) {
        guard text.hasPrefix("${"), text.hasSuffix("}"), (4...Self.longest + 3).contains(text.utf8.count) else { return nil }
        self.text = String(text.dropFirst(2).dropLast())
    }
}
