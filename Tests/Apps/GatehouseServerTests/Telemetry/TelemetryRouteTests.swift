import AsyncHTTPClient
import Directory
import Foundation
import HTTPBase
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import Primitives
import RealmHTTP
import ServerTesting
import Telemetry
import Testing

@testable import GatehouseServer

@Suite("Spans of all routes", .timeLimit(.minutes(10)))
struct TelemetryRouteTests {
    private static let word = "hush-Tr4ces-hush"

    @Test("whatever route a request takes, its span is named by the route, and has nothing that the request held")
    func routes() async throws {
        let collector = try await PretendCollector()
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let flags = [
            "port": "\(port)", "data-directory": directory.path, "demo": "true", "otlp-endpoint": collector.url, "otlp-interval": "3600",
        ]
        var configuration = try ServerConfiguration(ResolvedSettings(flags: flags))
        configuration.passwordAlgorithm = .argon2id(memory: 256, passes: 1, lanes: 1)
        let gatehouse = try await Gatehouse.open(configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let routes = try gatehouse.frontDoor().table.routes
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let running = Task { try await gatehouse.run { _ in continuation.finish() } }
        for await _ in started {}
        #expect(routes.count > 500)
        for route in routes {
            let path = route.path.examples(realms: ["/realms/root/realms/alpha"]) { _ in Self.word }.first ?? "/"
            try await ask("http://127.0.0.1:\(port)\(path)?user=\(Self.word)", route.method.rawValue)
        }
        running.cancel()
        _ = await running.result
        let spans = try collector.spans
        let names = Set(spans.compactMap { $0.text(5) })
        let missing = routes.filter { !names.contains("\($0.method.rawValue) \($0.label)") }.map(\.label)
        // Of two routes with one pattern the first answers, under its own name.
        #expect(missing.count < 20, "\(missing)")
        for span in spans { #expect(try span.attributes(9).keys.allSatisfy { SpanRules.attributes[$0] != nil }) }
        for delivery in collector.all {
            let text = String(decoding: delivery.body, as: UTF8.self)
            #expect(!text.contains(Self.word) && !text.contains("127.0.0.1"))
        }
        directory.remove()
        await collector.stop()
    }

    private func ask(_ url: String, _ method: String) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        for name in ["Authorization", "Cookie", "User-Agent", "X-OpenAM-Username", "Referer"] {
            request.headers.add(name: name, value: Self.word)
        }
        if method != "GET" {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: "{\"username\":\"\(Self.word)\"}"))
        }
        _ = try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status
    }
}
