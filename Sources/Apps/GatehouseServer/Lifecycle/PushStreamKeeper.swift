internal import ServiceLifecycle
internal import Messaging

/// Keeps the streams of the built-in push service alive, with one task for them all, and ends them before the server stops: they would
/// continue for ever, and the server waits for requests in flight.
struct PushStreamKeeper: Service {
    let push: BuiltInPush

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Sleeping ends with an error when the server stops, and that ends the loop.
                try await Task.sleep(for: .seconds(1))
                push.tick()
            }
        }
        push.closeAll()
    }
}
