internal import ServiceLifecycle
internal import Synchronization

/// Takes the server out of its load balancer before it stops: for some seconds after the signal `/ready` is refused, while requests are
/// answered as before.
final class Draining: Service {
    private let time: Duration
    private let hasBegun = Atomic(false)

    /// - Parameter time: the time that the load balancer has to notice.
    init(for time: Duration) { self.time = time }

    /// True once the server was told to stop.
    var isUnderWay: Bool { hasBegun.load(ordering: .acquiring) }

    func run() async throws {
        try? await gracefulShutdown()
        hasBegun.store(true, ordering: .releasing)
        // Sleeping ends early when the server is told to stop at once.
        try? await Task.sleep(for: time)
    }
}
