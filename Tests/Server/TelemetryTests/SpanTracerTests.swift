import Primitives
import Testing
import Tracing

@testable import Telemetry

@Suite("Spans")
struct SpanTracerTests {
    private struct Fields: Extractor, Injector {
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    }

    private struct SecretError: Error { let password: String }

    private let queue = SpanQueue(capacity: 100)

    private func tracer(_ ratio: Double = 1) -> SpanTracer { SpanTracer(Sampler(ratio: ratio), to: queue, random: SeededRandom(seed: 7)) }

    @Test("a span within another is of its trace, and both are queued when they end")
    func nested() async throws {
        let tracer = tracer()
        await tracer.withSpan("outer", ofKind: .server) { _ in
            await tracer.withSpan("inner") { _ in await Task.yield() }
            SpanTracer.begin("third")?.end()
        }
        let spans = queue.take()
        #expect(spans.map(\.name) == ["inner", "third", "outer"])
        let outer = try #require(spans.last)
        #expect(outer.parent == nil && outer.kind == .server && outer.start <= outer.end)
        #expect(spans.dropLast().allSatisfy { $0.parent == outer.context.span && $0.context.trace == outer.context.trace })
        #expect(Set(spans.map(\.context.span)).count == 3)
        #expect(SpanTracer.begin("none") == nil)
    }

    @Test("attributes that aren't on the list are left out, and so is what an error says")
    func attributes() throws {
        let tracer = tracer()
        try? tracer.withSpan("request") { span in
            span.attributes = ["http.route": "realms/{realm}", "url.path": "/secret", "enduser.id": "ann", "db.query.text": "x"]
            span.updateAttributes { $0.set("url.query", value: "token=secret") }
            span.addEvent("secret")
            throw SecretError(password: "secret")
        }
        let span = try #require(queue.take().first)
        #expect(
            span.hasFailed && span.attributes.get("http.route") == "realms/{realm}" && span.attributes.get("error.type") == "SecretError")
        #expect(span.attributes.count == 2)
        let resource = TelemetryResource(version: "1", node: "n")
        let text = String(decoding: OTLP.traces([span], of: resource), as: UTF8.self)
        #expect(!text.contains("secret") && !text.contains("ann"))
    }

    @Test("a caller's place is taken over and handed on; its flag means fewer spans, and never more than the ratio says")
    func callers() throws {
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        for (tracer, header, isRecorded) in [
            (tracer(), parent, true), (tracer(), parent.dropLast(2) + "00", false), (tracer(0), parent, false),
            (tracer(), "nonsense", true),
        ] as [(SpanTracer, String, Bool)] {
            var context = InstrumentationContext.topLevel
            tracer.extract(["traceparent": header, "tracestate": "a=b"], into: &context, using: Fields())
            let outgoing = tracer.withSpan("request", context: context, ofKind: .server) { span in
                var fields: [String: String] = [:]
                tracer.inject(span.context, into: &fields, using: Fields())
                return fields
            }
            let spans = queue.take()
            #expect(spans.count == (isRecorded ? 1 : 0) && outgoing["traceparent"]?.hasSuffix(isRecorded ? "-01" : "-00") == true)
            guard header != "nonsense" else {
                #expect(spans.first?.parent == nil && outgoing["tracestate"] == nil)
                continue
            }
            #expect(outgoing["traceparent"]?.contains("0af7651916cd43dd8448eb211c80319c") == true && outgoing["tracestate"] == "a=b")
            #expect(outgoing["traceparent"]?.contains("b7ad6b7169203331") == false)
            if isRecorded { #expect(spans.first.map { Hexadecimal.encode($0.parent ?? []) } == "b7ad6b7169203331") }
        }
    }

    @Test("the ratio chooses by the trace's last bytes, the same ones everywhere")
    func sampling() {
        let random = SeededRandom(seed: 1)
        let ids = (0..<4000).map { _ in random.bytes(16) }
        let taken = ids.count { Sampler(ratio: 0.25).takes($0) }
        #expect((850...1150).contains(taken))
        #expect(ids.allSatisfy { Sampler(ratio: 1).takes($0) && !Sampler(ratio: 0).takes($0) })
        #expect(ids.filter { Sampler(ratio: 0.1).takes($0) }.allSatisfy { Sampler(ratio: 0.2).takes($0) })
    }

    @Test("a full queue forgets what comes, counts it, and keeps what it has")
    func full() {
        let queue = SpanQueue(capacity: 3)
        let tracer = SpanTracer(Sampler(ratio: 1), to: queue)
        for number in 0..<5 { tracer.startSpan("\(number)").end() }
        #expect(queue.dropped == 2 && queue.take().map(\.name) == ["0", "1", "2"] && queue.count == 0)
    }

    @Test("a span that ends twice is sent once")
    func once() {
        let span = tracer().startSpan("request")
        span.end()
        span.end()
        #expect(queue.take().count == 1)
    }

    @Test(
        "a statement's name is its verb and its tables",
        arguments: [
            ("SELECT name FROM users WHERE realm = ?1 AND id = 'x'", "SELECT users"),
            ("SELECT a FROM users JOIN devices ON (devices.user_id = users.id)", "SELECT users devices"),
            ("INSERT INTO spent (realm) VALUES (?1) ON CONFLICT (realm) DO UPDATE SET realm = ?1", "INSERT spent"),
            ("INSERT INTO a (x) SELECT x FROM b", "INSERT a b"), ("UPDATE sessions SET seen = ?1", "UPDATE sessions"),
            ("DELETE FROM users WHERE id IN (SELECT id FROM old)", "DELETE users old"), ("BEGIN", "BEGIN"), ("", ""),
            ("SELECT x FROM (SELECT 1 FROM users)", "SELECT users"),
        ])
    func summaries(statement: String, summary: String) { #expect(StatementSummary.of(statement) == summary) }
}
