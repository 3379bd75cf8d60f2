internal import Messaging
internal import Telemetry
internal import Tracing
import Primitives

/// A mail sender each of whose messages is a span, which tells neither from whom nor to whom it goes.
struct TracedMail: MailSender {
    let base: any MailSender
    let tracer: SpanTracer

    func send(_ message: MailMessage, by server: MailServer?) async throws {
        try await tracer.withSpan("mail", ofKind: .client) { span in
            if let server {
                span.attributes = ["server.address": .string(server.settings.host), "server.port": .int64(Int64(server.settings.port))]
            }
            try await base.send(message, by: server)
        }
    }

    func check(_ server: MailServer?) throws(MessageError) { try base.check(server) }
}
