import Primitives

/// Bounds on foreign advice. Real policies stay far below them.
public enum AdviceLimits {
    /// The longest text, in bytes, in whatever form.
    public static let bytes = 16_384
    /// The number of conditions allowed, and the number of values in all.
    public static let conditions = 16
    /// The number of values allowed, over all conditions.
    public static let values = 64
    /// The longest name or value, in bytes.
    public static let text = 2048

    static func check(_ advice: PolicyAdvice) throws(PolicyMessageError) {
        let values = advice.entries.flatMap(\.values)
        guard advice.entries.count <= conditions, values.count <= Self.values else {
            throw PolicyMessageError(.tooLarge, "an advice has at most \(conditions) conditions and \(Self.values) values")
        }
        guard (values + advice.entries.map(\.condition.rawValue)).allSatisfy({ (1...text).contains($0.utf8.count) }) else {
            throw PolicyMessageError(.malformed, "a condition and its values have 1 to \(text) bytes each")
        }
    }
}
