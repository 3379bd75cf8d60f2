import Primitives
import Synchronization

/// Values that are each made once, however many callers ask for them at the same time.
final class OncePerKey<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let made = Mutex<[Key: Task<Value, any Error>]>([:])

    func value(for key: Key, by make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await made.withLock { made in
            if let task = made[key] { return task }
            let task = Task { try await make() }
            made[key] = task
            return task
        }.value
    }
}
