internal import AdminDialect
internal import ServiceLifecycle

/// Keeps the streams of events to administrators alive, with one task for them all, and ends them before the server stops: they would
/// continue for ever, and the server waits for requests in flight. The same for administrators' jobs.
struct AdministrationKeeper: Service {
    let streams: EventStreams
    let jobs: AdminJobs

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: .seconds(1))
                streams.tick()
                await jobs.tick()
            }
        }
        streams.close()
        await jobs.close()
    }
}
