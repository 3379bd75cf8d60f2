import Foundation
import NIOCore
import NIOPosix
import ServerTesting
import Testing

@Suite("A silent connection is closed", .timeLimit(.minutes(1)))
struct IdleConnectionTests {
    @Test(
        "within a request and between two, on HTTP/1.1",
        arguments: [
            ("", ""), ("GET /live HTTP/1.1\r\nHost: a\r\nX-Lo", ""),
            ("POST /live HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", ""),
            ("GET /live HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200 OK"),
        ])
    func closed(sent: String, answer: String) async throws {
        try await TestServer.run(settings: ["idle-timeout": "1"]) { server in
            let port = try #require(URL(string: server.url)?.port)
            let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let received = try await connection.executeThenClose { inbound, outbound in
                if !sent.isEmpty { try await outbound.write(ByteBuffer(string: sent)) }
                // Ends when the server closes.
                return try await inbound.reduce(into: "") { $0 += String(buffer: $1) }
            }
            #expect(received.hasPrefix(answer))
        }
    }
}
