internal import Dispatch
import Primitives

/// A thread of a database that waits for another database.
enum BlockedThread {
    /// The outcome of `body`, which runs elsewhere meanwhile.
    static func outcome<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.value.withLock { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        guard let result = outcome.value.withLock({ $0 }) else { throw DatabaseError(.other, "a wait that ended without an outcome") }
        return try result.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Lock<Result<Value, any Error>?>(nil)
    }
}
