import DeviceFoundation
import Dispatch
import Primitives

/// Lets the documented calls that answer at once wait for asynchronous work.
///
/// The work runs on threads of its own (DeviceFoundation's `OwnThreads`), so a caller that blocks one of the few threads of the concurrency
/// pool doesn't keep it from ending. Tasks that the work begins and waits for are shared ones, for the same reason.
package enum Bridge {
    /// Runs `work` and waits for it. Meant for work on the device; callers choose to wait for the network.
    package static func wait<Result: Sendable>(for work: @escaping @Sendable () async -> Result) -> Result {
        let outcome = Outcome<Result>()
        Task.shared { outcome.set(await work()) }
        return outcome.get()
    }

    /// Waits like ``wait(for:)``, for work that may fail.
    package static func wait<Result: Sendable>(for work: @escaping @Sendable () async throws -> Result) throws -> Result {
        try wait { () -> Swift.Result<Result, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Lock<Value?>(nil)
        private let isThere = DispatchSemaphore(value: 0)

        func set(_ value: Value) {
            self.value.withLock { $0 = value }
            isThere.signal()
        }

        func get() -> Value {
            while true {
                isThere.wait()
                if let value = value.withLock({ $0 }) { return value }
            }
        }
    }
}
