import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
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

    @Test("a connection that is dropped by a server that stops is closed, and nothing was prepared for it", arguments: [true, false])
    func dropped(isActive: Bool) async throws {
        let channel = NIOAsyncTestingChannel()
        let guarded = try guarded()
        if isActive { try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)) }
        var value: GuardedChannel<HTTP1Channel>.Value? = try await channel.testingEventLoop.executeInContext {
            guarded.setup(channel: channel, logger: Self.logger)
        }.get()
        #expect(value?.channel.isActive == isActive)
        value = nil
        try await channel.closeFuture.get()
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
