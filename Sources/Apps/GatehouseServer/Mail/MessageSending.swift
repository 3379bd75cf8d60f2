internal import Logging
internal import Messaging
internal import ServiceLifecycle

/// Sends the messages that requests have ordered, and at the start those that a server left which was killed. At the end it lets the
/// attempts end that are on their way.
struct MessageSending: Service {
    let outbox: Outbox
    let logger: Logger

    func run() async throws {
        await withGracefulShutdownHandler {
            await outbox.run { logger.warning("messages could not be sent", metadata: ["error": "\($0)"]) }
        } onGracefulShutdown: {
            outbox.stop()
        }
    }
}
