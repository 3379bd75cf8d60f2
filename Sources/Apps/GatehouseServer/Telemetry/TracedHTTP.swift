internal import Foundation
internal import Foundations
internal import Telemetry
internal import Tracing
import Primitives

/// Requests to other servers, pushes among them, each of which is a span and tells the other server its place in the trace. Paths aren't told: those of
/// push services name devices.
struct TracedHTTP: OutboundHTTP {
    let base: any OutboundHTTP
    let tracer: SpanTracer

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        try await tracer.withSpan(request.method, ofKind: .client) { span in
            var request = request
            tracer.inject(span.context, into: &request.headers, using: FieldInjector())
            span.updateAttributes { attributes in
                attributes.set("http.request.method", value: .string(request.method))
                guard let url = URL(string: request.url), let host = url.host else { return }
                attributes.set("server.address", value: .string(host))
                attributes.set("server.port", value: .int64(Int64(url.port ?? (url.scheme == "http" ? 80 : 443))))
            }
            let answer = try await base.send(request)
            span.updateAttributes { $0.set("http.response.status_code", value: .int64(Int64(answer.status))) }
            if answer.status >= 400 { span.setStatus(SpanStatus(code: .error)) }
            return answer
        }
    }

    private struct FieldInjector: Injector {
        func inject(_ value: String, forKey key: String, into fields: inout [(name: String, value: String)]) {
            fields.removeAll { $0.name.lowercased() == key }
            fields.append((key, value))
        }
    }
}
