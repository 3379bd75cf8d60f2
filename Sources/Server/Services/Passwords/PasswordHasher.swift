package import Primitives
internal import Store

/// Hashes and checks passwords on a few threads of its own, of low priority, so that a crowd of logins takes neither the
/// memory nor the processors from everything else.
///
/// Each running hash takes the algorithm's memory (19 MiB), which returns to the system when no hash waits any more.
package final class PasswordHasher: Sendable {
    /// How to hash, and how much at once.
    package struct Configuration: Sendable {
        /// How new passwords are hashed; old ones are checked as they were hashed.
        package var algorithm = PasswordAlgorithm.standard
        /// How many hashes run at once.
        package var concurrency: Int
        /// How many more may wait; past that ``PasswordError/Code/overloaded`` is thrown.
        package var waiting = 512

        /// By default as many hashes at once as there are processors.
        package init(concurrency: Int = Self.processors) { self.concurrency = concurrency }
    }

    private struct Job: Sendable {
        let run: @Sendable () -> Void
    }

    private let algorithm: PasswordAlgorithm
    private let random: any RandomSource
    private let jobs: JobQueue<Job>
    private let threads: [WorkerThread]

    package init(_ configuration: Configuration = Configuration(), random: any RandomSource) {
        let jobs = JobQueue<Job>(capacity: configuration.waiting)
        algorithm = configuration.algorithm
        self.random = random
        self.jobs = jobs
        threads = (0..<max(1, configuration.concurrency)).map { _ in
            WorkerThread(name: "passwords") {
                lowerThreadPriority()
                while jobs.waitForJobs() != nil {
                    jobs.next()?.run()
                    if jobs.isEmpty { HashingMemory.release() }
                }
            }
        }
    }

    deinit { jobs.close() }

    /// The hash of a password with a new salt, as a PHC string.
    package func hash(_ password: Secret) async throws -> String {
        let salt = random.bytes(16)
        let digest = try await digest(of: password.normalized, by: algorithm, salt: salt, count: 32)
        return PasswordHash(algorithm: algorithm, salt: salt, digest: digest).text
    }

    /// Whether a password is the one of this hash.
    ///
    /// - Throws: ``PasswordError``; also `CancellationError`, when the task was cancelled before its turn.
    package func verify(_ password: Secret, against hash: String) async throws -> Bool {
        let hash = try PasswordHash(parsing: hash)
        let digest = try await digest(of: password.normalized, by: hash.algorithm, salt: hash.salt, count: hash.digest.count)
        return constantTimeEqual(digest, hash.digest)
    }

    /// Takes as long as checking a password, for a user who doesn't exist.
    package func verifyNothing(_ password: Secret) async throws {
        _ = try await digest(of: password.normalized, by: algorithm, salt: [UInt8](repeating: 0, count: 16), count: 32)
    }

    /// Whether a hash was made otherwise than new ones are, so that it should be made anew at the next login.
    package func needsRehash(_ hash: String) -> Bool {
        (try? PasswordHash(parsing: hash))?.algorithm != algorithm
    }

    /// Finishes what waits and ends the threads.
    package func close() async {
        jobs.close()
        for thread in threads { await thread.join() }
    }

    private func digest(
        of password: Secret, by algorithm: PasswordAlgorithm, salt: [UInt8], count: Int
    ) async throws -> [UInt8] {
        try algorithm.check()
        return try await jobs.answer(refusal: Self.refusal) { caller in
            Job {
                guard !caller.isCancelled else { return caller.answer(.failure(CancellationError())) }
                caller.answer(Result { try algorithm.digest(of: password, salt: salt, count: count) })
            }
        }
    }

    private static func refusal(_ submission: JobSubmission) -> any Error {
        submission == .full
            ? PasswordError(.overloaded, "too many logins wait for their password to be checked; try again soon")
            : PasswordError(.closed, "the server is shutting down")
    }
}
