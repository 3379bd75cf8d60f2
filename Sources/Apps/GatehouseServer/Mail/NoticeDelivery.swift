internal import Logging
internal import ServiceLifecycle
internal import Messaging

/// Tells owners by mail what was changed about their accounts, soon after.
struct NoticeDelivery: Service {
    private static let interval = Duration.seconds(10)

    let notices: AccountNotices
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.interval)
                await deliver()
            }
        }
    }

    private func deliver() async {
        do { try await notices.deliver() } catch {
            logger.warning("owners could not be told of changes to their accounts", metadata: ["error": "\(error)"])
        }
    }
}
