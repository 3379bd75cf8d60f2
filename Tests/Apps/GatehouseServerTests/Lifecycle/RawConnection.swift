import Foundation
import NIOCore
import NIOPosix
import ServerTesting
import Testing

/// A connection on which a test says what it likes.
struct RawConnection {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    init(to server: TestServer) async throws {
        let port = try #require(URL(string: server.url)?.port)
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Sends pieces, each when the one before is on its way, and gathers what comes until the server closes.
    func answer(to pieces: some AsyncSequence<String, any Error> & Sendable) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The server may close meanwhile; what it has said is what counts.
                    do { for try await piece in pieces { try await outbound.write(ByteBuffer(string: piece)) } } catch is ChannelError {
                    } catch is IOError {}
                }
                var received = ""
                do { for try await part in inbound { received += String(buffer: part) } } catch is IOError {}
                group.cancelAll()
                return received
            }
        }
    }

    func answer(to text: String) async throws -> String {
        let (pieces, tap) = AsyncThrowingStream<String, any Error>.makeStream()
        tap.yield(text)
        tap.finish()
        return try await answer(to: pieces)
    }

    /// Sends a head, and the body once the server has asked for it; gathers what comes until the server closes.
    func answer(to head: String, body: String) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: head))
            var (received, isSent) = ("", false)
            for try await part in inbound {
                received += String(buffer: part)
                guard !isSent, received.contains(" 100 Continue\r\n\r\n") else { continue }
                isSent = true
                try await outbound.write(ByteBuffer(string: body))
            }
            return received
        }
    }

    /// Holds the connection, on which nothing is said, for as long as a body lasts.
    func held<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await channel.executeThenClose { _, _ in try await body() }
    }
}
