import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import NIOHTTP1
import Synchronization
import Testing

#if canImport(Darwin)
import URLSessionTransport
#endif

/// A kind of transport.
struct TransportKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any HTTPTransport

    static var all: [TransportKind] {
        var kinds = [TransportKind(testDescription: "async-http-client") { try AsyncHTTPTransport() }]
        #if canImport(Darwin)
        kinds.append(TransportKind(testDescription: "URLSession") { URLSessionTransport() })
        #endif
        return kinds
    }
}

@Suite("Every transport", .timeLimit(.minutes(10)))
struct TransportContractTests {
    @Test("sends method, path, headers and body, and brings the answer back", arguments: TransportKind.all)
    func exchange(_ kind: TransportKind) async throws {
        let seen = Mutex<LoopbackServer.Received?>(nil)
        let server = try await LoopbackServer.start { received in
            seen.withLock { $0 = received }
            return .answer(.created, ["x-one": "1", "set-cookie": "a=1"], body: "hello")
        }
        var request = HTTPRequest(.post, try server.url("/am/json?x=%20y"), headers: ["X-Two": "2"])
        request.body = Array("body".utf8)
        let response = try await kind.make().send(request)
        #expect(response.status == 201)
        #expect(response.headers["X-One"] == "1")
        #expect(response.headers.all("Set-Cookie") == ["a=1"])
        #expect(response.body == Array("hello".utf8))
        let received = try #require(seen.withLock { $0 })
        #expect(received.head.method == .POST)
        #expect(received.head.uri == "/am/json?x=%20y")
        #expect(received.head.headers["x-two"] == ["2"])
        #expect(received.body == Array("body".utf8))
    }

    @Test("hands every status to the caller", arguments: TransportKind.all, [200, 204, 400, 401, 404, 500])
    func statuses(_ kind: TransportKind, _ status: Int) async throws {
        let server = try await LoopbackServer.start { _ in .answer(HTTPResponseStatus(statusCode: status)) }
        #expect(try await kind.make().send(HTTPRequest(.get, try server.url())).status == status)
    }

    @Test(
        "does not follow a redirect, to another path or scheme", arguments: TransportKind.all,
        ["/next", "org.example.app://callback?code=1"])
    func redirects(_ kind: TransportKind, _ location: String) async throws {
        let count = Atomic(0)
        let server = try await LoopbackServer.start { _ in
            count.add(1, ordering: .relaxed)
            return .answer(.found, ["location": location])
        }
        let response = try await kind.make().send(HTTPRequest(.get, try server.url()))
        #expect(response.status == 302)
        #expect(response.headers["Location"] == location)
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test("keeps no cookies of its own", arguments: TransportKind.all)
    func cookies(_ kind: TransportKind) async throws {
        let cookies = Mutex<[String]>([])
        let server = try await LoopbackServer.start { received in
            cookies.withLock { $0 += received.head.headers["cookie"] }
            return .answer(.ok, ["set-cookie": "a=1; Path=/"])
        }
        let transport = try kind.make()
        for _ in 0..<2 { _ = try await transport.send(HTTPRequest(.get, try server.url())) }
        #expect(cookies.withLock { $0 } == [])
    }

    @Test("refuses an answer longer than the limit", arguments: TransportKind.all)
    func tooLarge(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .answer(.ok, body: String(repeating: "x", count: 1001)) }
        var request = HTTPRequest(.get, try server.url())
        request.responseLimit = 1000
        await #expect(throws: TransportError(.responseTooLarge, "")) { try await kind.make().send(request) }
        request.responseLimit = 1001
        #expect(try await kind.make().send(request).body.count == 1001)
    }

    @Test("gives up after the timeout, also in the middle of an answer", arguments: TransportKind.all)
    func timeout(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .stallAfterHead }
        let request = HTTPRequest(.get, try server.url(), timeout: .milliseconds(200))
        await #expect(throws: TransportError(.timedOut, "")) { try await kind.make().send(request) }
    }

    @Test("says that it cannot connect", arguments: TransportKind.all)
    func refused(_ kind: TransportKind) async throws {
        let url: URL = try await { try await LoopbackServer.start { _ in .hangUp }.url() }()
        try await Task.sleep(for: .milliseconds(100))
        await #expect(throws: TransportError(.cannotConnect, "")) { try await kind.make().send(HTTPRequest(.get, url)) }
    }

    @Test("says that the connection broke", arguments: TransportKind.all)
    func hungUp(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .hangUp }
        let request = HTTPRequest(.post, try server.url(), body: [1])
        await #expect(throws: TransportError(.interrupted, "")) { try await kind.make().send(request) }
    }

    @Test("ends when its task is cancelled", arguments: TransportKind.all)
    func cancelled(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .stallAfterHead }
        let request = HTTPRequest(.get, try server.url())
        let transport = try kind.make()
        let task = Task { try await transport.send(request) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: TransportError(.cancelled, "")) { try await task.value }
    }

    @Test("takes only http and https", arguments: TransportKind.all)
    func scheme(_ kind: TransportKind) async throws {
        let url = try #require(URL(string: "ftp://localhost/"))
        await #expect(throws: TransportError(.invalidAddress, "")) { try await kind.make().send(HTTPRequest(.get, url)) }
    }

    @Test("streams a body that doesn't end, past the limit of an answer", arguments: TransportKind.all)
    func streams(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .pieces(["one\n", "two\n"]) }
        let stream = try await kind.make().stream(HTTPRequest(.get, try server.url(), timeout: .seconds(60), responseLimit: 1))
        #expect(stream.status == 200)
        var received: [UInt8] = []
        for try await piece in stream.body {
            received += piece
            guard received.count < 8 else { break }
        }
        #expect(received == Array("one\ntwo\n".utf8))
    }

    @Test("keeps its connections while a stream is held, and no longer")
    func streamHeld() async throws {
        let server = try await LoopbackServer.start { _ in .pieces(["one\n"]) }
        weak var held: AsyncHTTPTransport?
        func open() async throws -> HTTPStream {
            let transport = try AsyncHTTPTransport()
            held = transport
            return try await transport.stream(HTTPRequest(.get, try server.url()))
        }
        var stream: HTTPStream? = try await open()
        #expect(held != nil)
        let first = try await stream?.body.first { _ in true }
        #expect(first == Array("one\n".utf8))
        stream = nil
        #expect(held == nil)
    }

    @Test("ends a stream when its reader is cancelled", arguments: TransportKind.all)
    func streamCancelled(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .pieces([]) }
        let stream = try await kind.make().stream(HTTPRequest(.get, try server.url(), timeout: .seconds(20)))
        let reader = Task { for try await _ in stream.body {} }
        try await Task.sleep(for: .milliseconds(100))
        reader.cancel()
        _ = await reader.result
    }

    @Test("gives up on a stream whose head doesn't come", arguments: TransportKind.all)
    func streamTimeout(_ kind: TransportKind) async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let request = HTTPRequest(.get, try server.url(), timeout: .milliseconds(200))
        await #expect(throws: TransportError(.timedOut, "")) { try await kind.make().stream(request) }
    }
}
