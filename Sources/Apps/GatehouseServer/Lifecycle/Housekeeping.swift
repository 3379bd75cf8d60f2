internal import Logging
internal import ServiceLifecycle
internal import Services

/// Removes what has expired, every few minutes. Nothing depends on it but the size of the file.
struct Housekeeping: Service {
    private static let interval = Duration.seconds(300)

    let domain: Domain
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: Self.interval)
                await forget()
            }
        }
    }

    private func forget() async {
        do { try await domain.forgetExpired() } catch {
            logger.warning("what has expired could not be removed", metadata: ["error": "\(error)"])
        }
    }
}
