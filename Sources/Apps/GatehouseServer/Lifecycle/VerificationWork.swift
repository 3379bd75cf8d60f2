internal import Logging
internal import ServiceLifecycle
internal import Verifications

/// Makes the checks of verifications that are due, and ends those whose time is over.
struct VerificationWork: Service {
    /// The time between two looks at the queue.
    private static let interval = Duration.seconds(1)
    /// The number of orders that are done at once, so that one for a slow provider doesn't keep the others waiting.
    private static let lanes = 4

    let verifications: Verifications
    /// Scheme, host and port of the public address.
    let address: String
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.lanes { group.addTask { try await look() } }
                try await group.waitForAll()
            }
        }
    }

    private func look() async throws {
        while true {
            await work()
            // Sleeping ends with an error when the server stops, and that ends the loop.
            try await Task.sleep(for: Self.interval)
        }
    }

    private func work() async {
        do { try await verifications.work(address: address) } catch is CancellationError {} catch {
            logger.warning("the checks of verifications could not be made", metadata: ["error": "\(error)"])
        }
    }
}
