import Dispatch

extension Bridge {
    /// Runs an app's code that may block, on a thread that asynchronous work doesn't need.
    package static func blocking<Result>(_ work: @escaping () throws -> Result) async throws -> Result {
        let work = Handoff(work)
        let outcome: Handoff<Result> = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result { Handoff(try work.value()) })
            }
        }
        return outcome.value
    }
}
