import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import GatehouseServer

/// What NIO prepares for a task ends the process when it is dropped unused.
@Suite("Connections that no task takes", .timeLimit(.minutes(1)))
struct GuardedChannelTests {
    private static let logger = Logger(label: "test")

    private func guarded() throws -> GuardedChannel<HTTP1Channel> {
        let configuration = try ServerConfiguration(ResolvedSettings(flags: [:]))
        let channel = HTTP1Channel { _, _, _ in }
        return GuardedChannel(base: channel, limits: ConnectionLimits(configuration, descriptors: 1024), isSecure: false)
    }

    @Test("a connection that is dropped by a server that stops is closed, with what was sent on it")
    func dropped() async throws {
        let guarded = try guarded()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0) { channel in
            guarded.setup(channel: channel, logger: Self.logger)
        }
        let address = try #require(server.channel.localAddress)
        let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(to: address) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        try await client.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
            try await server.executeThenClose { _ in }
            // A reset is as good an end.
            do { for try await _ in inbound { Issue.record("the server answered") } } catch is IOError {}
        }
    }

    @Test("a connection that has ended before it is handled is let go")
    func ended() async throws {
        let channel = NIOAsyncTestingChannel()
        let guarded = try guarded()
        let value = try await channel.testingEventLoop.executeInContext { guarded.setup(channel: channel, logger: Self.logger) }.get()
        try await channel.close()
        await guarded.handle(value: value, logger: Self.logger)
        #expect(!channel.isActive)
    }

    @Test("after an error nothing more is read")
    func failed() throws {
        struct Failure: Error {}
        let channel = EmbeddedChannel(handler: FailStop())
        try channel.writeInbound(ByteBuffer(string: "one"))
        channel.pipeline.fireErrorCaught(Failure())
        #expect(throws: Failure.self) { try channel.throwIfErrorCaught() }
        try channel.writeInbound(ByteBuffer(string: "two"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "one"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }
}
