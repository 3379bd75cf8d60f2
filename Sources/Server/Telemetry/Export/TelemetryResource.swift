import Primitives
internal import Tracing

/// The process of which something is sent.
package struct TelemetryResource: Sendable {
    private let attributes: [(name: String, value: String)]
    private let version: String

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - node: the name that no other process over the same database has.
    package init(version: String, node: String) {
        self.version = version
        attributes = [
            ("service.name", "gatehouse"), ("service.version", version), ("service.instance.id", node), ("telemetry.sdk.language", "swift"),
        ]
    }

    /// Writes a `Resource`.
    func write(_ writer: inout ProtobufWriter) {
        for (name, value) in attributes { writer.message(1) { OTLP.attribute(name, .string(value), &$0) } }
    }

    /// Writes an `InstrumentationScope`.
    func writeScope(_ writer: inout ProtobufWriter) {
        writer.text(1, "gatehouse")
        writer.text(2, version)
    }
}
