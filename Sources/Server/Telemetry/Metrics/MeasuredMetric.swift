import Primitives

/// A metric as it is at a moment, of all its sets of labels.
package struct MeasuredMetric: Sendable {
    /// The way in which its numbers are read.
    package enum Kind: Sendable, Equatable {
        /// It only grows.
        case sum
        /// It goes up and down.
        case gauge
        case histogram
    }

    /// The value of a set of labels.
    package enum Value: Sendable, Equatable {
        case number(Double)
        /// The upper bounds of all buckets but the last, the number of values in each, and the sum of all values.
        case distribution(bounds: [Double], counts: [Int], sum: Double)
    }

    /// A set of labels with its value.
    package struct Point: Sendable {
        /// The labels with their values.
        package let labels: [(name: String, value: String)]
        package let value: Value

        package init(labels: [(name: String, value: String)], value: Value) {
            self.labels = labels
            self.value = value
        }
    }

    /// The name, as in docs/running.md.
    package let name: String
    package let kind: Kind
    /// The values, by their labels.
    package let points: [Point]

    package init(name: String, kind: Kind, points: [Point]) {
        self.name = name
        self.kind = kind
        self.points = points
    }

    /// The unit as UCUM writes it, by the end of the name; empty for a count.
    var unit: String {
        if name.hasSuffix("_seconds") || name.hasSuffix("_seconds_total") { return "s" }
        return name.hasSuffix("_bytes") ? "By" : ""
    }
}
