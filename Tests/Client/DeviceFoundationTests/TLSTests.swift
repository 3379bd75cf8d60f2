import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@Suite("TLS and pins over a real connection", .timeLimit(.minutes(10)))
struct TLSTests {
    private let identity: TestIdentity

    init() throws { identity = try TestIdentity() }

    private func server(_ count: (@Sendable () -> Void)? = nil) async throws -> LoopbackServer {
        try await LoopbackServer.start(identity) { _ in
            count?()
            return .answer(.ok, body: "secure")
        }
    }

    @Test("a server of an authority that nobody trusts is refused")
    func untrusted() async throws {
        let server = try await server()
        await #expect(throws: TransportError(.untrusted, "")) {
            try await AsyncHTTPTransport().send(HTTPRequest(.get, try server.url()))
        }
    }

    @Test("a private authority is trusted when it is named")
    func privateAuthority() async throws {
        let server = try await server()
        let transport = try AsyncHTTPTransport(trust: .only(pem: try identity.pem))
        #expect(try await transport.send(HTTPRequest(.get, try server.url())).body == Array("secure".utf8))
    }

    @Test("a certificate for another name is refused")
    func wrongName() async throws {
        let other = try TestIdentity(name: "other.example")
        let server = try await LoopbackServer.start(other) { _ in .answer(.ok) }
        let transport = try AsyncHTTPTransport(trust: .only(pem: try other.pem))
        await #expect(throws: TransportError(.untrusted, "")) { try await transport.send(HTTPRequest(.get, try server.url())) }
    }

    @Test("a pinned key is accepted, also as one of several")
    func pinned() async throws {
        let server = try await server()
        let pins = try PinSet([try TestIdentity().pin, identity.pin])
        let transport = try AsyncHTTPTransport(pins: pins, trust: .only(pem: try identity.pem))
        #expect(try await transport.send(HTTPRequest(.get, try server.url())).status == 200)
    }

    @Test("another key is refused before the request is sent")
    func notPinned() async throws {
        let count = Atomic(0)
        let server = try await server { count.add(1, ordering: .relaxed) }
        let pins = try PinSet([try TestIdentity().pin])
        let transport = try AsyncHTTPTransport(pins: pins, trust: .only(pem: try identity.pem))
        await #expect(throws: TransportError(.pinMismatch, "")) { try await transport.send(HTTPRequest(.get, try server.url())) }
        #expect(count.load(ordering: .relaxed) == 0)
    }

    @Test("a pin does not make up for trust")
    func pinnedButUntrusted() async throws {
        let server = try await server()
        let transport = try AsyncHTTPTransport(pins: try PinSet([identity.pin]))
        await #expect(throws: TransportError(.untrusted, "")) { try await transport.send(HTTPRequest(.get, try server.url())) }
    }

    @Test("with pins, a connection without TLS is refused")
    func pinnedWithoutTLS() async throws {
        let server = try await LoopbackServer.start { _ in .answer(.ok) }
        let transport = try AsyncHTTPTransport(pins: try PinSet([identity.pin]))
        await #expect(throws: TransportError(.pinMismatch, "")) { try await transport.send(HTTPRequest(.get, try server.url())) }
    }

    @Test("authorities that are no certificates are refused")
    func badAuthorities() {
        #expect(throws: TransportError(.untrusted, "")) { try AsyncHTTPTransport(trust: .only(pem: "nonsense".utf8)) }
    }

    @Test("after the shutdown nothing is sent")
    func shutDown() async throws {
        let server = try await server()
        let transport = try AsyncHTTPTransport(trust: .only(pem: try identity.pem))
        #expect(try await transport.send(HTTPRequest(.get, try server.url())).status == 200)
        await transport.shutDown()
        await #expect(throws: TransportError.self) { try await transport.send(HTTPRequest(.get, try server.url())) }
    }
}
