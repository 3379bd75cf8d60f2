import Primitives

/// The keys by which the metrics of journeys are distinguished.
package enum MetricKey {
    private static let longest = 128

    static func objections(_ key: String) -> [SettingObjection] {
        key.utf8.count <= longest && !key.hasControlCharacters ? [] : [SettingObjection("metricKey", "expected at most \(longest) bytes")]
    }
}
