internal import AdminDialect
internal import ServiceLifecycle

/// Keeps the streams of events to administrators alive, with one task for them all, and ends them before the server stops: they would
/// continue for ever, and the server waits for requests in flight.
struct EventStreamKeeper: Service {
    let streams: EventStreams

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: .seconds(1))
                streams.tick()
            }
        }
        streams.close()
    }
}
