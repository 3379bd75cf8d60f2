import Dispatch

/// Holds a body until it's opened, so that others queue up behind it.
final class Gate: Sendable {
    private let entered: AsyncStream<Void>
    private let enter: AsyncStream<Void>.Continuation
    private let opened = DispatchSemaphore(value: 0)

    init() { (entered, enter) = AsyncStream.makeStream() }

    /// Called in the body: waits until the gate is opened, at most ten seconds.
    func hold() {
        enter.finish()
        _ = opened.wait(timeout: .now() + 10)
    }

    /// Called in the body: tells that it runs, and doesn't wait.
    func pass() { enter.finish() }

    /// Returns when a body is held, or has passed.
    func waitForBody() async { for await _ in entered {} }

    func open() { opened.signal() }
}
