import NIOCore
import NIOPosix
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@testable import GatehouseServer

/// The look at a port before a server starts.
@Suite struct PortProbeTests {
    @Test("Who connects while a port is looked at is refused: a connection that nobody will answer would cost its client two minutes.")
    func refusal() async throws {
        let port = try await free()
        let socket = try PortProbe.bound("127.0.0.1", port)
        defer { close(socket) }
        await #expect(throws: NIOConnectionError.self) {
            try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: "127.0.0.1", port: port).get()
        }
    }

    @Test("A port at which another listens isn't free; one that was looked at is.", arguments: ["127.0.0.1", "::"])
    func taken(host: String) async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: host, port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let refused = #expect(throws: ServerError.self) { try PortProbe.check(host: host, port: port) }
        #expect(refused?.description.contains("is in use") == true)
        try await listener.close()
        try PortProbe.check(host: host, port: port)
        try PortProbe.check(host: host, port: port)
    }

    private func free() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        try await channel.close()
        return port
    }
}
