internal import ServiceLifecycle
internal import UnixSignals

/// Has the settings follow their files while the server runs: at once by a signal, and within seconds by itself.
struct SettingsFollowing: Service {
    /// The time between two looks at the files.
    private static let interval = Duration.seconds(2)

    let settings: LiveSettings
    let signals: UnixSignalsSequence

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in signals { settings.reload() } }
                group.addTask {
                    while true {
                        // Sleeping ends with an error when the server stops, and that ends the loop.
                        try await Task.sleep(for: Self.interval)
                        settings.look()
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}
