internal import Foundations
internal import Logging
internal import ServiceLifecycle
internal import Services
internal import Store

/// Seals the audit log's events: at the start those that a server left which was killed, then what is written, soon after it is committed.
struct AuditSealing: Service {
    /// The time for which events gather, so that those of many requests are sealed in one transaction.
    private static let gathering = Duration.milliseconds(100)

    let domain: Services
    let logger: Logger

    func run() async throws {
        // Before the first look: what is written after that is noticed.
        let wakeups = domain.platform.database.wakeups.stream(of: .audit)
        await seal()
        try? await cancelWhenGracefulShutdown {
            for await _ in wakeups {
                // Sleeping ends with an error when the server stops. Events not sealed then are sealed when the data are closed.
                try await Task.sleep(for: Self.gathering)
                await seal()
            }
        }
    }

    /// Seals what waits, unless another server does.
    func seal() async {
        do {
            guard try await domain.platform.database.leads(.auditSealing) else { return }
            try await AuditLog.seal(domain.platform.database)
        } catch {
            logger.error("events of the audit log could not be sealed", metadata: ["error": "\(error)"])
        }
    }
}
