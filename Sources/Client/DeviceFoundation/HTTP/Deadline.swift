/// Bounds how long work may take, its waiting for the body of an answer included.
package enum Deadline {
    package struct Passed: Error {}

    /// Runs `work`, and cancels it after `limit`; then throws ``Passed``.
    package static func run<Result: Sendable>(
        for limit: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask(operation: work)
            group.addTask {
                try await Task.sleep(for: limit)
                throw Passed()
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
