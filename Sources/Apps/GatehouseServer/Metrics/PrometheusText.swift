import Primitives

/// The text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/).
enum PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// A metric's or label's name: letters, digits and `_`, and no digit first.
    static func name(_ text: String) -> String {
        let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name : name
    }

    static func line(_ name: String, _ labels: [MetricLabel], _ sample: MetricSample) -> String {
        "\(name)\(sample.suffix)\(Self.labels(labels + sample.labels)) \(number(sample.value))\n"
    }

    /// `{realm="alpha",outcome="success"}`, or nothing.
    static func labels(_ labels: [MetricLabel]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
