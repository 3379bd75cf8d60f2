import Primitives

/// A number that is read when it is asked for.
struct Reading {
    let name: String
    let kind: MetricRegistry.Kind
    let value: Double

    init(_ name: String, _ kind: MetricRegistry.Kind, _ value: Double) {
        self.name = name
        self.kind = kind
        self.value = value
    }
}
