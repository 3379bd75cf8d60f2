internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection within its limits: of their number, and of the time that a handshake may take.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limits: ConnectionLimits
    let isSecure: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let pipeline = channel.pipeline.syncOperations
        do {
            try pipeline.addHandler(Admission(limits.census, isSecure: isSecure))
            let value = base.setup(channel: channel, logger: logger)
            if isSecure {
                let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
                try pipeline.addHandler(HandshakeDeadline(limits.handshake), position: .after(tls))
            }
            return value
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
