import Primitives
import ResourceMessages

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
        guard (4...Self.longest + 3).contains(text.utf8.count), text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        self.text = String(text.dropFirst(2).dropLast())
    }

    /// The compact name of the predictor of whose result it is a member, and the member; nil for another value.
    var result: (predictor: String, member: String)? {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && parts[0] == "details" ? (parts[1], parts[2]) : nil
    }

    /// The rule by which a path names a predictor.
    static let naming = NamingRule([.riskPredictorResult]) { json in
        guard let result = json.string.flatMap({ RiskPath($0) })?.result else { return [] }
        return [NamingRule.Name(.riskPredictorResult, result.predictor)]
    }
}
