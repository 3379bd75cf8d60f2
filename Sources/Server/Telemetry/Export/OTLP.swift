import Primitives
internal import Tracing

/// The messages of OpenTelemetry's protocol that a server sends (opentelemetry-proto 1.x, whose numbers of fields stay).
package enum OTLP {
    /// An `ExportTraceServiceRequest`.
    package static func traces(_ spans: [FinishedSpan], of resource: TelemetryResource) -> [UInt8] {
        var request = ProtobufWriter()
        request.message(1) { resourceSpans in
            resourceSpans.message(1, resource.write)
            resourceSpans.message(2) { scopeSpans in
                scopeSpans.message(1, resource.writeScope)
                for span in spans { scopeSpans.message(2) { write(span, &$0) } }
            }
        }
        return request.bytes
    }

    /// An `ExportMetricsServiceRequest`, of numbers that count from the start of the process.
    ///
    /// - Parameters:
    ///   - start: the time from which sums and histograms count, in nanoseconds since 1970.
    ///   - now: the time of the numbers.
    package static func metrics(_ metrics: [MeasuredMetric], from start: UInt64, at now: UInt64, of resource: TelemetryResource) -> [UInt8]
    {
        var request = ProtobufWriter()
        request.message(1) { resourceMetrics in
            resourceMetrics.message(1, resource.write)
            resourceMetrics.message(2) { scopeMetrics in
                scopeMetrics.message(1, resource.writeScope)
                for metric in metrics { scopeMetrics.message(2) { write(metric, start, now, &$0) } }
            }
        }
        return request.bytes
    }

    /// The number of spans or points that a collector says it has rejected (`partial_success`); nil for an answer that is no such message.
    package static func rejected(in answer: some Collection<UInt8>) -> Int? {
        guard let fields = try? ProtobufReader(answer).fields() else { return nil }
        guard case .bytes(let partial)? = fields.last(where: { $0.field == 1 })?.value else { return 0 }
        guard let parts = try? ProtobufReader(partial).fields() else { return nil }
        guard case .number(let count)? = parts.last(where: { $0.field == 1 })?.value else { return 0 }
        return max(0, Int(clamping: Int64(bitPattern: count)))
    }

    /// Writes a `KeyValue`.
    static func attribute(_ name: String, _ value: SpanAttribute, _ writer: inout ProtobufWriter) {
        writer.text(1, name)
        writer.message(2) { any in
            switch value {
            case .bool(let value): any.chosenFlag(2, value)
            case .int32(let value): any.chosenInteger(3, Int64(value))
            case .int64(let value): any.chosenInteger(3, value)
            case .double(let value): any.chosenReal(4, value)
            case .string(let value): any.chosenText(1, value)
            default: any.chosenText(1, "")
            }
        }
    }

    private static func write(_ span: FinishedSpan, _ writer: inout ProtobufWriter) {
        writer.data(1, span.context.trace)
        writer.data(2, span.context.span)
        writer.text(3, span.context.state ?? "")
        writer.data(4, span.parent ?? [])
        writer.text(5, span.name)
        writer.number(6, number(of: span.kind))
        writer.fixed(7, span.start)
        writer.fixed(8, span.end)
        var attributes: [(String, SpanAttribute)] = []
        span.attributes.forEach { attributes.append(($0, $1)) }
        for (name, value) in attributes.sorted(by: { $0.0 < $1.0 }) { writer.message(9) { attribute(name, value, &$0) } }
        if span.hasFailed { writer.message(15) { $0.number(3, 2) } }
        writer.fixed(16, UInt32(span.context.isSampled ? 1 : 0))
    }

    private static func number(of kind: SpanKind) -> UInt64 {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func write(_ metric: MeasuredMetric, _ start: UInt64, _ now: UInt64, _ writer: inout ProtobufWriter) {
        writer.text(1, metric.name)
        writer.text(3, metric.unit)
        let cumulative: UInt64 = 2
        switch metric.kind {
        case .gauge: writer.message(5) { gauge in metric.points.forEach { write($0, nil, now, in: &gauge) } }
        case .sum:
            writer.message(7) { sum in
                metric.points.forEach { write($0, start, now, in: &sum) }
                sum.number(2, cumulative)
                sum.number(3, 1)
            }
        case .histogram:
            writer.message(9) { histogram in
                metric.points.forEach { write($0, start, now, in: &histogram) }
                histogram.number(2, cumulative)
            }
        }
    }

    /// Writes a `NumberDataPoint` or a `HistogramDataPoint`, each the first field of what holds it.
    private static func write(_ point: MeasuredMetric.Point, _ start: UInt64?, _ now: UInt64, in writer: inout ProtobufWriter) {
        writer.message(1) { data in
            data.fixed(2, start ?? 0)
            data.fixed(3, now)
            switch point.value {
            case .number(let value):
                data.chosenReal(4, value)
                for label in point.labels { data.message(7) { attribute(label.name, .string(label.value), &$0) } }
            case .distribution(let bounds, let counts, let sum):
                data.fixed(4, UInt64(counts.reduce(0, +)))
                data.chosenReal(5, sum)
                data.packed(6, counts.map { UInt64($0) })
                data.packed(7, bounds)
                for label in point.labels { data.message(9) { attribute(label.name, .string(label.value), &$0) } }
            }
        }
    }
}
