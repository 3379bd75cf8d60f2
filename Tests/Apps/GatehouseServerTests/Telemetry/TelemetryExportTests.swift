import Foundation
import GatehouseServer
import NIOHTTP1
import Primitives
import ServerTesting
import Telemetry
import Testing

@Suite("Traces and metrics for a collector", .timeLimit(.minutes(5)))
struct TelemetryExportTests {
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test("a request is a span under its route's name, its statements are below it, and what is left is sent when the server stops")
    func traces() async throws {
        let collector = try await PretendCollector()
        let directory = try TemporaryDirectory()
        let headers = try directory.write("# of the collector\nAuthorization: Bearer hush\n", to: "headers")
        let settings = ["otlp-endpoint": collector.url + "/", "otlp-headers-file": headers, "node-name": "n-1", "otlp-interval": "3600"]
        try await TestServer.run(settings: settings) { server async throws in
            let address = server.url + "/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration?login_hint=ann"
            #expect(try await Browser.get(address, headers: [("traceparent", Self.parent), ("tracestate", "a=b")]).status == 200)
            #expect(try await Browser.get(server.url + "/ready", headers: [("traceparent", Self.parent)]).status == 200)
        }
        let spans = try collector.spans
        let request = try #require(try spans.first { try $0.attributes(9)["http.route"]?.contains("openid-configuration") == true })
        #expect(request.text(5)?.hasPrefix("GET ") == true && request.number(6) == 2 && request.text(3) == "a=b")
        #expect(try request.attributes(9)["http.response.status_code"] == "200" && request.attributes(9)["http.request.method"] == "GET")
        #expect(request.bytes(1).first.map { Hexadecimal.encode($0) } == "0af7651916cd43dd8448eb211c80319c")
        #expect(request.bytes(4).first.map { Hexadecimal.encode($0) } == "b7ad6b7169203331")
        let ready = try #require(spans.first { $0.text(5) == "GET /ready" })
        #expect(ready.bytes(1) == request.bytes(1))
        let read = try #require(spans.first { $0.bytes(4) == ready.bytes(2) && $0.text(5) == "database read" })
        let statement = try #require(spans.first { $0.bytes(4) == read.bytes(2) })
        #expect(try statement.text(5) == "SELECT realms" && statement.attributes(9)["db.query.summary"] == "SELECT realms")
        #expect(try statement.number(6) == 3 && ["sqlite", "postgresql"].contains(statement.attributes(9)["db.system.name"]))
        let delivery = try #require(collector.all.first { $0.path == "/v1/traces" })
        #expect(delivery.headers["authorization"] == "Bearer hush" && delivery.headers["content-type"] == "application/x-protobuf")
        let resource = try #require(try Fields(delivery.body).all(1).first?.all(1).first).attributes(1)
        #expect(resource["service.name"] == "gatehouse" && resource["service.version"] == ServerVersion.text)
        #expect(resource["service.instance.id"] == "n-1")
        directory.remove()
        await collector.stop()
    }

    @Test("metrics are sent after each interval")
    func metrics() async throws {
        let collector = try await PretendCollector()
        try await TestServer.run(settings: ["otlp-endpoint": collector.url, "otlp-interval": "1", "otlp-sampling": "0"]) {
            server async throws in
            #expect(try await Browser.get(server.url + "/ready").status == 200)
            for _ in 0..<1000 where try collector.metrics.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        }
        let found = try #require(try collector.metrics.first { $0.text(1) == "process_cpu_seconds_total" })
        let sum = try #require(try found.all(7).first)
        #expect(found.text(3) == "s" && sum.number(2) == 2 && sum.number(3) == 1)
        #expect(try sum.all(1).first?.number(3) != nil && sum.all(1).first?.number(2) != nil)
        #expect(try collector.spans.isEmpty)
        await collector.stop()
    }

    @Test("a collector that isn't there, or that takes nothing, costs no request and no clean stop", arguments: [true, false])
    func absent(_ answers: Bool) async throws {
        let collector = try await PretendCollector()
        let url = collector.url
        if answers { collector.answer(.serviceUnavailable) } else { await collector.stop() }
        try await TestServer.run(settings: ["otlp-endpoint": url, "otlp-interval": "1"]) { server async throws in
            for _ in 0..<20 { #expect(try await Browser.get(server.url + "/ready").status == 200) }
        }
        await collector.stop()
    }

    @Test("no span of a sign-in has a secret, a name or an address in it, whatever route it takes")
    func nothingPersonal() async throws {
        let collector = try await PretendCollector()
        let (user, secret) = ("ann.of.the.traces", "hush-Tr4ces-hush")
        try await TestServer.run(settings: ["otlp-endpoint": collector.url, "otlp-interval": "3600"]) { server async throws in
            let alpha = "/am/json/realms/root/realms/alpha"
            let paths = [
                "/am/XUI/?realm=/alpha&goto=\(secret)", "\(alpha)/users/\(user)", "\(alpha)/sessions?_action=validate&tokenId=\(secret)",
                "/am/oauth2/realms/root/realms/alpha/authorize?client_id=\(user)&state=\(secret)", "/\(user)/\(secret)",
                "/am/oauth2/realms/root/realms/alpha/userinfo?access_token=\(secret)",
            ]
            for path in paths {
                _ = try await Browser.get(
                    server.url + path,
                    headers: [("Authorization", "Bearer \(secret)"), ("Cookie", "iPlanetDirectoryPro=\(secret)"), ("User-Agent", user)])
            }
        }
        let spans = try collector.spans
        #expect(spans.count > 10)
        for span in spans {
            let attributes = try span.attributes(9)
            #expect(attributes.keys.allSatisfy { SpanRules.attributes[$0] != nil }, "\(attributes)")
        }
        for delivery in collector.all {
            let text = String(decoding: delivery.body, as: UTF8.self)
            for word in [user, secret, "127.0.0.1"] { #expect(!text.contains(word)) }
        }
        await collector.stop()
    }

    @Test("header fields are read from the file; a line that is none is told by its number, and nothing of the file")
    func headerFile() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        func settings(_ text: String) throws -> ServerConfiguration {
            let file = try directory.write(text, to: "headers")
            return try ServerConfiguration(
                ResolvedSettings(flags: ["otlp-endpoint": "https://otlp.example.com/otlp", "otlp-headers-file": file]))
        }
        let headers = try settings("\u{FEFF}Api-Key:  hush \r\n\r\n# remark\nX-Tenant: a:b").collectorHeaders()
        #expect(headers.map(\.name) == ["Api-Key", "X-Tenant"] && headers.map(\.value) == ["hush", "a:b"])
        for wrong in ["hush", "a b: hush", ": hush", "Api-Key: hush\u{7}", "Api-Key: hüsh"] {
            let error = #expect(throws: ServerError(.badFile)) { try settings("X: y\n" + wrong).collectorHeaders() }
            #expect(error?.description.contains(":2 ") == true && error?.description.contains("hush") == false)
        }
    }

    @Test(
        "an address with a password, another scheme, and header fields that would cross a network in the clear are refused",
        arguments: [
            ["otlp-endpoint": "https://u:hush@otlp.example.com"], ["otlp-endpoint": "ftp://hush"], ["otlp-endpoint": "https://a?key=hush"],
            ["otlp-headers-file": "headers"], ["otlp-endpoint": "http://otlp.example.com:4318", "otlp-headers-file": "headers"],
            ["otlp-endpoint": "http://localhost", "otlp-sampling": "1.5"], ["otlp-endpoint": "http://localhost", "otlp-sampling": "-1"],
        ] as [[String: String]])
    func refused(_ flags: [String: String]) throws {
        let error = #expect(throws: ConfigurationError.self) { try ServerConfiguration(ResolvedSettings(flags: flags)) }
        #expect(error?.problems.count == 1 && error?.problems.first?.contains("hush") == false)
    }
}
