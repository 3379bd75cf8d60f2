import Foundation
import PasswordHashes
package import Primitives
import Store
import Synchronization
package import Foundations

/// Hashes and checks passwords on a few threads of its own, of low priority, so that a crowd of logins takes neither the
/// memory nor the processors from everything else.
///
/// Waiting hashes are scheduled round-robin by realm, then by network prefix, so that a flood from one address delays another's login by
/// no more than one hash ([decision 43](../../../../docs/decisions/0043-attempts.md)).
///
/// Each running hash takes the algorithm's memory (19 MiB), which returns to the system when no hash waits any more.
package final class PasswordHasher: Sendable {
    /// The way to hash, and the number of hashes at once.
    package struct Configuration: Sendable {
        /// The algorithm by which new passwords are hashed; old ones are checked as they were hashed,
        /// and hashed anew by it at the next login where that is stronger (``PasswordAuthentication``).
        package var algorithm = PasswordAlgorithm.standard
        /// The number of hashes that run at once.
        package var concurrency: Int
        /// The number of hashes that may wait besides; past that ``PasswordError/Code/overloaded`` is thrown.
        package var waiting = 512
        /// The number of them that may come from one network prefix.
        package var waitingFromOne = 64

        /// Makes a configuration by default with as many hashes at once as there are processors.
        package init(concurrency: Int = Self.processors) { self.concurrency = concurrency }
    }

    private struct Job: Sendable {
        let run: @Sendable () -> Void
        /// Tells the caller that it isn't done.
        let refuse: @Sendable (PasswordError) -> Void
    }

    /// Wakes a thread for one of the jobs that wait, whichever has its turn then.
    private struct Bell: Sendable {}

    private typealias Jobs = FairQueue<UUID?, NetworkPrefix, Job>

    private let algorithm: PasswordAlgorithm
    private let random: any RandomSource
    private let waiting: Waiting
    private let bells: JobQueue<Bell>
    private let threads: [WorkerThread]

    /// The jobs that wait. A class of its own, so that the threads don't keep the hasher.
    private final class Waiting: Sendable {
        private let jobs: Mutex<Jobs>

        init(_ configuration: Configuration) {
            jobs = Mutex(Jobs(capacity: configuration.waiting, share: configuration.waitingFromOne))
        }

        func add(_ job: Job, of asker: Asker) -> Jobs.Admission {
            jobs.withLock { $0.add(job, of: asker.prefix, in: asker.realm) }
        }

        var count: Int { jobs.withLock { $0.count } }

        func next() -> Job? { jobs.withLock { $0.next() } }
    }

    /// A hasher with threads of its own, as many as the configuration's `concurrency` and at least one.
    package init(_ configuration: Configuration = Configuration(), random: any RandomSource) {
        let (bells, waiting) = (JobQueue<Bell>(), Waiting(configuration))
        algorithm = configuration.algorithm
        self.random = random
        self.bells = bells
        self.waiting = waiting
        threads = (0..<max(1, configuration.concurrency)).map { _ in
            WorkerThread(name: "passwords") {
                lowerThreadPriority()
                while bells.waitForJobs() != nil {
                    if bells.next() != nil { waiting.next()?.run() }
                    if bells.isEmpty { HashingMemory.release() }
                }
            }
        }
    }

    deinit { bells.close() }

    /// The number of hashes that wait for a thread.
    package var waitingCount: Int { waiting.count }

    /// The hash of a password with a new salt, as a PHC string.
    package func hash(_ password: Secret, for asker: Asker = .server) async throws -> String {
        try await hash(password, salt: random.bytes(16), for: asker)
    }

    /// The hash by the present setting of a password that an older hash was verified for. It keeps the salt, by which it is known for the same
    /// password's (``User/passwordMark``).
    func renewed(_ hash: String, of password: Secret, for asker: Asker) async throws -> String {
        try await self.hash(password, salt: StoredPassword(parsing: hash).mark, for: asker)
    }

    private func hash(_ password: Secret, salt: [UInt8], for asker: Asker) async throws -> String {
        let digest = try await digest(of: password.normalized, by: algorithm, salt: salt, count: 32, for: asker)
        return PasswordHash(algorithm: algorithm, salt: salt, digest: digest).text
    }

    /// Whether a password is the one of this hash. That of another product is over the password as it was typed, our own over its normal form.
    ///
    /// - Throws: ``PasswordError``; also `CancellationError`, when the task was cancelled before its turn.
    package func verify(_ password: Secret, against hash: String, for asker: Asker = .server) async throws -> Bool {
        switch try StoredPassword(parsing: hash) {
        case .own(let hash):
            let digest = try await digest(
                of: password.normalized, by: hash.algorithm, salt: hash.salt, count: hash.digest.count, for: asker)
            return constantTimeEqual(digest, hash.digest)
        case .imported(let hash, _):
            return try await run(for: asker) {
                do { return try hash.verify(password) } catch let error as HashError { throw PasswordError(.failed, error.reason) }
            }
        }
    }

    /// Takes as long as checking a password, for a user who doesn't exist.
    package func verifyNothing(_ password: Secret, for asker: Asker = .server) async throws {
        _ = try await digest(of: password.normalized, by: algorithm, salt: [UInt8](repeating: 0, count: 16), count: 32, for: asker)
    }

    /// Whether a hash was made by another algorithm than new ones are, or at a lower cost, so that it is made again at the next login.
    func needsRehash(_ hash: String) -> Bool {
        (try? StoredPassword(parsing: hash))?.isSuperseded(by: algorithm) ?? true
    }

    /// Finishes what waits and ends the threads.
    package func close() async {
        bells.close()
        for thread in threads { await thread.join() }
    }

    private func digest(
        of password: Secret, by algorithm: PasswordAlgorithm, salt: [UInt8], count: Int, for asker: Asker
    ) async throws -> [UInt8] {
        try algorithm.check()
        return try await run(for: asker) { try algorithm.digest(of: password, salt: salt, count: count) }
    }

    /// Runs other work on these threads that costs as much as a hash does.
    ///
    /// - Throws: ``PasswordError``; `CancellationError`, when the task was cancelled before its turn; what the work throws.
    package func run<Value: Sendable>(
        for asker: Asker = .server, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCaller { caller in
            let job = Job {
                guard !caller.isCancelled else { return caller.answer(.failure(CancellationError())) }
                caller.answer(Result { try work() })
            } refuse: { error in
                caller.answer(.failure(error))
            }
            submit(job, of: asker)
        }
    }

    private func submit(_ job: Job, of asker: Asker) {
        switch waiting.add(job, of: asker) {
        case .refused: job.refuse(Self.overloaded)
        // As many wait as before, so that there are bells enough.
        case .displacing(let displaced): displaced.refuse(Self.overloaded)
        case .admitted:
            guard bells.submit(Bell()) != .accepted else { return }
            // One job more than bells: whichever it is, the threads have no turn for it.
            waiting.next()?.refuse(PasswordError(.closed, "the server is shutting down"))
        }
    }

    private static let overloaded = PasswordError(.overloaded, "too many logins wait for their password to be checked; try again soon")
}
