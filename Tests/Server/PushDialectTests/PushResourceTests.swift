import DeviceHTTP
import DeviceMessages
import DialectTesting
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Store
import Testing

@testable import Messaging
@testable import Services
@testable import Directory
@testable import PushDialect

@Suite("The built-in push service over HTTP")
struct PushResourceTests {
    private static let ttl = HTTPField.Name.known("TTL")

    private static func path(_ token: Secret) -> String { "/push/\(token.reveal())" }

    private func server() async throws -> (ServerHarness, Realm, PushSubscriptions.IssuedSubscription) {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        return (server, realm, try await server.domain.messaging.push.subscriptions.create(for: "phone", realm: realm.id))
    }

    @Test("a message is taken with 201, for as long as it is kept, and under a name of its own")
    func taken() async throws {
        let (server, realm, made) = try await server()
        #expect(PushPath.url(of: made.token, at: server.configuration.publicAddress) == "http://127.0.0.1:8080" + Self.path(made.token))
        let answer = try await server.send(
            .post, Self.path(made.token), headers: [Self.ttl: "60", .contentEncoding: "aes128gcm"], body: "sealed")
        #expect(answer.status == .created && answer.headers[Self.ttl] == "60" && answer.text.isEmpty)
        #expect(answer.headers[.location]?.hasPrefix("http://127.0.0.1:8080/push/messages/") == true)
        var events = try await server.domain.messaging.push.subscribe("phone", realm: realm.id).makeAsyncIterator()
        guard case .letter(let letter)? = try await events.next() else { return }
        #expect(letter.kind == .message && letter.text.contains(Base64URL.encode("sealed".utf8)))
    }

    @Test("what each refusal is on the wire")
    func refused() async throws {
        let (server, realm, made) = try await server()
        let good: HTTPFields = [Self.ttl: "60", .contentEncoding: "aes128gcm"]
        var noLife = good
        noLife[Self.ttl] = nil
        var strangeLife = good
        strangeLife[Self.ttl] = "-1"
        var noCoding = good
        noCoding[.contentEncoding] = nil
        for (path, headers, body, status) in [
            (Self.path(made.token), noLife, "x", HTTPResponse.Status.badRequest), (Self.path(made.token), strangeLife, "x", .badRequest),
            (Self.path(made.token), noCoding, "x", .badRequest), (Self.path(made.token), good, "", .badRequest),
            ("/push/nobody", good, "x", .notFound), ("/push/\(made.id)", good, "x", .notFound),
            (Self.path(made.token), good, String(repeating: "x", count: 4097), .contentTooLarge),
        ] {
            #expect(try await server.send(.post, path, headers: headers, body: body).status == status)
        }
        let restricted = try await server.domain.messaging.push.subscriptions.create(
            for: "phone", realm: realm.id, senderKey: made.senderKeyOfATest)
        let unknown = try await server.send(.post, Self.path(restricted.token), headers: good, body: "x")
        #expect(unknown.status == .unauthorized && unknown.headers[.wwwAuthenticate] == "vapid")
        for _ in 0..<ForeignPush.mostPerMinute {
            _ = try await server.send(
                .post, Self.path(made.token), headers: good.with("Topic", "t"), body: "x")
        }
        let many = try await server.send(.post, Self.path(made.token), headers: good, body: "x")
        #expect(many.status == .tooManyRequests && many.headers[.retryAfter] == "60")
    }

    @Test("a stream is an answer of events that says at once that it is open, and ends when the stream does")
    func stream() async throws {
        let (server, realm, _) = try await server()
        let push = server.domain.messaging.push
        let response = Response.events(try await push.subscribe("phone", realm: realm.id))
        #expect(response.headers[.contentType] == "text/event-stream" && response.headers[.cacheControl]?.contains("no-store") == true)
        #expect(response.headers[.contentLength] == nil && response.status == .ok)
        let (pieces, continuation) = AsyncStream<String>.makeStream()
        let writing = Task { try await response.body.write(PieceWriter(continuation: continuation)) }
        var piece = pieces.makeAsyncIterator()
        #expect(await piece.next() == "retry: 2000\n\n")
        try await push.post(
            PushMessage(statement: "a.b.c", kind: .test, expires: server.time.now + 60, collapseID: "1"), to: "phone", realm: realm.id)
        #expect(await piece.next() == "id: 1\nevent: push\ndata: a.b.c\n\n")
        for _ in 0..<25 { push.tick() }
        #expect(await piece.next() == ":\n\n")
        try await server.domain.platform.database.write { try BuiltInPush.forget("phone", realm: realm.id, in: $0) }
        #expect(await piece.next() == nil)
        try await writing.value
    }

    private struct PieceWriter: ResponseBodyWriter {
        let continuation: AsyncStream<String>.Continuation
        mutating func write(_ buffer: ByteBuffer) async throws { continuation.yield(String(buffer: buffer)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { continuation.finish() }
    }
}

extension PushSubscriptions.IssuedSubscription {
    /// A point of P-256: the base point, SEC 2 §2.4.2.
    fileprivate var senderKeyOfATest: [UInt8] {
        let x = "6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296"
        let y = "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5"
        let digits = Array(x + y)
        return [0x04] + stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}

extension HTTPFields {
    fileprivate func with(_ name: String, _ value: String) -> HTTPFields {
        var fields = self
        fields[.known(name)] = value
        return fields
    }
}
