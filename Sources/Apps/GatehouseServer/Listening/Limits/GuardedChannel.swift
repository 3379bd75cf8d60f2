internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection within its limits: of their number, and of the time that a handshake may take.
///
/// Nothing is prepared for a connection or read from it before a task handles it. A server that stops drops the connections that no task has
/// taken yet, and with them whatever was prepared; what NIO prepares for a task ends the process when it is dropped unused.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limits: ConnectionLimits
    let isSecure: Bool

    /// An accepted connection, which ends with the last reference to it.
    final class Value: ServerChildChannelValue {
        let channel: any Channel

        init(_ channel: any Channel) { self.channel = channel }

        deinit { channel.close(promise: nil) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Admission(limits.census, isSecure: isSecure))
            try channel.syncOptions?.setOption(.autoRead, value: false)
            return Value(channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        do {
            let prepared = try await channel.eventLoop.flatSubmit { prepare(channel, logger) }.get()
            await base.handle(value: prepared, logger: logger)
        } catch {
            logger.debug("A connection ended before it was used: \(error)")
        }
    }

    /// Makes the pipeline, on the channel's event loop, and begins to read.
    private func prepare(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Base.Value> {
        guard channel.isActive else { return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        let prepared = base.setup(channel: channel, logger: logger)
        do {
            if isSecure {
                let pipeline = channel.pipeline.syncOperations
                let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
                try pipeline.addHandlers([HandshakeDeadline(limits.handshake), FailStop()], position: .after(tls))
            }
            try channel.syncOptions?.setOption(.autoRead, value: true)
        } catch {
            // The connection can't be used; what was prepared must be handled all the same.
            channel.close(promise: nil)
        }
        return prepared
    }
}
