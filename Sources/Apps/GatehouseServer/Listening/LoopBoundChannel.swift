internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// A connection whose requests are answered on its own event loop (``EventLoopExecutor``).
struct LoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> { base.setup(channel: channel, logger: logger) }

    func handle(value: Base.Value, logger: Logger) async {
        let channel = value.channel
        let serving = Task(executorPreference: EventLoopExecutor(channel.eventLoop)) { await base.handle(value: value, logger: logger) }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            // Closed first: a stream of HTTP/2 that still comes in when streams are no longer taken would end the process.
            channel.closeFuture.whenComplete { _ in serving.cancel() }
            channel.close(promise: nil)
        }
    }
}
