internal import Foundation
internal import Primitives
internal import Store
internal import Synchronization

/// The common ground of a database's threads: the jobs that wait, and what is known of the servers.
final class PostgresPool: Sendable {
    /// The most jobs that wait for a connection.
    private static let mostWaiting = 10_000
    /// The longest pause before a new attempt to connect.
    private static let longestPause = Duration.seconds(2)

    private struct State {
        /// The place in the list of the server that took writes last.
        var preferred = 0
        /// Counted up when the connections that are open lead to a server that is no longer the one.
        var generation = 0
        /// The lineage of the server that took writes last.
        var lineage: PostgresLineage?
        /// The attempts to connect that have failed since one succeeded.
        var failures = 0
        /// The time before which no new attempt is made.
        var pause = WaitLimit.after(.zero)
    }

    let configuration: PostgresConfiguration
    let jobs = JobQueue<Waiting>(capacity: PostgresPool.mostWaiting)
    let turns = TurnGate()
    let counts = PostgresCounts()
    let metrics = PoolMetrics()
    let random: any RandomSource
    private let string: ConnectionString
    private let state = Mutex(State())

    init(_ configuration: PostgresConfiguration, random: any RandomSource) throws(DatabaseError) {
        self.configuration = configuration
        self.random = random
        string = try ConnectionString(configuration.connection)
    }

    /// The number that tells whether a connection made now is still good later.
    var generation: Int { state.withLock { $0.generation } }

    /// Notes that the connections lead to a server that no longer takes writes: each is closed before it is used again.
    func leave(_ generation: Int) {
        state.withLock { state in if state.generation == generation { state.generation += 1 } }
    }

    /// Connects, when the pause after the last failure is over.
    ///
    /// - Throws: ``PostgresFailure`` when the deadline comes, the last that a server has told if one has, or one that no new attempt changes.
    func connect(until deadline: WaitLimit) throws(PostgresFailure) -> PostgresConnection {
        var told: PostgresFailure?
        while true {
            pause(until: deadline)
            do throws(PostgresFailure) { return try connectOnce(until: deadline) } catch {
                // The last attempt may have had no time for an answer.
                if error.state != nil || told == nil { told = error }
                if error.isPermanent { throw error }
                if deadline.isPast { throw told ?? error }
            }
        }
    }

    /// Tries the servers once, beginning with the one that took writes last.
    func connectOnce(until deadline: WaitLimit) throws(PostgresFailure) -> PostgresConnection {
        let first = state.withLock { $0.preferred }
        let walk = ConnectionWalk(begin: begin) { connection throws(PostgresFailure) in
            try PostgresSession.begin(connection, self.configuration.timeouts)
            let lineage = try PostgresLineage.of(connection, until: .after(self.configuration.timeouts.connecting))
            try self.admit(lineage, of: connection.server)
        }
        do throws(PostgresFailure) {
            let connection = try walk.connect(
                to: Array(string.servers[first...] + string.servers[..<first]), until: deadline.butAtMost(configuration.timeouts.connecting)
            )
            reached(connection.server)
            return connection
        } catch {
            failed()
            throw error
        }
    }

    /// Takes note of a server's lineage: the connections to one that it took the place of are closed before they are used again.
    ///
    /// - Throws: ``PostgresFailure`` for a server that another has taken the place of.
    private func admit(_ lineage: PostgresLineage?, of server: PostgresServer) throws(PostgresFailure) {
        guard let lineage else { return }
        let isOvertaken = state.withLock { state in
            if let known = state.lineage {
                if known.system == lineage.system, lineage.timeline < known.timeline { return true }
                if known != lineage { state.generation += 1 }
            }
            state.lineage = lineage
            return false
        }
        guard isOvertaken else { return }
        throw PostgresFailure(
            state: "25006", isFatal: true, reason: "\(server.name) leads no more: another server was promoted in its place")
    }

    private func begin(_ server: PostgresServer) throws(PostgresFailure) -> ConnectionAttempt {
        do throws(DatabaseError) {
            let namesPasswords = ProcessInfo.processInfo.environment["PGPASSFILE"] != nil
            let words = try string.words(for: server, password: configuration.password?(), namesPasswords: namesPasswords) {
                FileManager.default.fileExists(atPath: $0)
            }
            return ConnectionAttempt(server, words: words)
        } catch { throw PostgresFailure(state: nil, isFatal: true, reason: error.reason) }
    }

    private func pause(until deadline: WaitLimit) {
        let pause = state.withLock { $0.pause }
        guard !pause.isPast else { return }
        Self.sleep(min(pause.remaining, deadline.remaining))
    }

    private func reached(_ server: PostgresServer) {
        counts.countConnection()
        state.withLock { state in
            state.failures = 0
            state.preferred = string.servers.firstIndex(of: server) ?? 0
        }
    }

    private func failed() {
        let jitter = fraction()
        state.withLock { state in
            state.failures += 1
            let longest = min(Self.longestPause, .milliseconds(25) * (1 << min(state.failures, 10)))
            state.pause = .after(longest / 2 + longest / 2 * jitter)
        }
    }

    /// A number from 0 to 1, so that what fails together isn't tried again together.
    func fraction() -> Double { Double(random.bytes(2).reduce(0) { $0 << 8 | UInt16($1) }) / 65_535 }

    /// Lets the calling thread, one of the database's own, sleep.
    static func sleep(_ duration: Duration) {
        Thread.sleep(forTimeInterval: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}
