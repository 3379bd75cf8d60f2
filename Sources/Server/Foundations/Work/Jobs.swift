package import Foundation
package import Primitives
package import Store

/// The work that administrators have had done in the background: what was begun, how far it is, and how it has ended.
///
/// A row is written before the work begins, with all that is needed to do it. The server that does it says from time to time that it still
/// does; work of which nothing was heard for long, as of a server that ended, is begun anew by whichever server finds it first
/// ([decision 192](../../../../docs/decisions/0192-jobs-go-on.md)). Each such run has a number, and only the latest one writes.
package struct Jobs: Sendable {
    package static let feature = Feature(
        history: [
            SchemaStep(53, "kept answers and jobs", place: 1, tables), SchemaStep(69, "jobs that go on at another server", runs),
        ],
        tables: [.free("jobs", filled: .byAdministration, because: "results of a day, sealed; no column tells of a user")],
        expiry: [Expiry("jobs", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE jobs (
            realm TEXT NOT NULL, id TEXT NOT NULL, action TEXT NOT NULL, target TEXT, state TEXT NOT NULL, done BIGINT NOT NULL,
            begun BIGINT NOT NULL, alive BIGINT NOT NULL, stopping BIGINT NOT NULL, ended BIGINT, result BLOB, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX jobs_expires ON jobs (expires)",
    ]

    private static let runs: [SQL] = [
        "ALTER TABLE jobs ADD COLUMN work BLOB", "ALTER TABLE jobs ADD COLUMN runs BIGINT NOT NULL DEFAULT 1",
        "CREATE INDEX jobs_running ON jobs (alive) WHERE state = 'running'",
    ]

    /// The time in seconds for which a job is kept once it has ended.
    package static let lifetime: TimeInterval = 86_400
    /// The time in seconds after which a job of which nothing was heard is begun anew.
    package static let silence: TimeInterval = 60
    /// The number of times that a job is begun: one that ends each server that does it must come to an end itself.
    package static let mostRuns: Int64 = 5
    /// The number of jobs of a realm that are kept.
    package static let mostOfRealm: Int64 = 200

    /// The state of a job.
    package enum JobState: String, Sendable, CaseIterable {
        case running, done, failed, stopped
        /// The servers that did it have ended meanwhile, and it isn't begun again; what took effect stays.
        case cut
    }

    /// A job as it stands.
    package struct Job: Sendable {
        /// The id of the realm in which the job is kept.
        package let realm: UUID
        /// The job's id, in the order in which jobs began.
        package let id: String
        /// The action's name.
        package let action: String
        /// The path of the realm that the action is about; nil for the whole server.
        package let target: RealmPath?
        package fileprivate(set) var state: JobState
        /// The number of things that are done.
        package fileprivate(set) var done: Int64
        /// The time at which it began.
        package let begun: Date
        /// The time at which it ended; nil while it runs, and for one that was cut off.
        package fileprivate(set) var ended: Date?
        /// True when it was asked to stop.
        package fileprivate(set) var isStopping: Bool
        /// The number of times that it was begun.
        package fileprivate(set) var runs: Int64 = 1
        fileprivate var result: [UInt8]?
        fileprivate var context: String { "job \(id)" }
        fileprivate var workContext: String { "work of job \(id)" }
    }

    private let database: any Database
    private let sealer: Sealer
    private let ids: OrderedIDs

    package init(_ database: any Database, _ sealer: Sealer, random: any RandomSource) {
        self.database = database
        self.sealer = sealer
        ids = OrderedIDs(random: random)
    }

    /// Writes down that work begins; nil where a realm has too many jobs.
    /// - Parameter work: all that a server needs to do it.
    package func begin(_ action: String, _ work: Secret, in realm: UUID, target: RealmPath?, at now: Date) async throws -> Job? {
        let job = Job(
            realm: realm, id: ids.next(at: now).text, action: action, target: target, state: .running, done: 0, begun: now,
            isStopping: false)
        let sealed = try sealer.seal(work, context: job.workContext)
        return try await database.write { transaction in
            try transaction.hold(HeldName("jobs", realm))
            let count = try transaction.row("SELECT COUNT(*) AS count FROM jobs WHERE realm = ?1", realm)
            guard try count?.int("count") ?? 0 < Self.mostOfRealm else { return nil }
            try transaction.execute(
                """
                INSERT INTO jobs (realm, id, action, target, state, done, begun, alive, stopping, expires, work)
                VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?6, 0, ?7, ?8)
                """, realm, job.id, action, target?.description, JobState.running.rawValue, now, now.addingTimeInterval(Self.lifetime),
                sealed)
            return job
        }
    }

    /// Takes over a job that no server does any more.
    /// - Returns: the job, with what was given to ``begin(_:_:in:target:at:)``; nil for none.
    package func takeLeft(at now: Date) async throws -> (job: Job, work: Secret)? {
        let silent = now.addingTimeInterval(-Self.silence)
        let left = try await database.read { transaction in
            // All realms: a server does the jobs of each.
            try transaction.row(
                """
                SELECT realm, id, action, target, state, done, begun, alive, stopping, ended, NULL AS result, runs, 0 AS final, work FROM jobs
                WHERE state = 'running' AND alive < ?1 AND runs < ?2 AND work IS NOT NULL AND expires > ?3 ORDER BY alive LIMIT 1
                """, silent, Self.mostRuns, now
            ).map { (job: try Job(row: $0, at: now), work: try $0.blob("work")) }
        }
        guard var job = left?.job, let work = left?.work else { return nil }
        let isTaken = try await database.write { [job] transaction in
            try transaction.execute(
                """
                UPDATE jobs SET runs = runs + 1, done = 0, alive = ?4, expires = ?5
                WHERE realm = ?1 AND id = ?2 AND state = 'running' AND runs = ?3 AND alive < ?6
                """, job.realm, job.id, job.runs, now, now.addingTimeInterval(Self.lifetime), silent) == 1
        }
        guard isTaken else { return nil }
        job.runs += 1
        return (job, try sealer.open(work, context: job.workContext))
    }

    /// Leaves a job to whichever server takes it over next.
    package func leave(_ job: Job) async throws {
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE jobs SET alive = 0 WHERE realm = ?1 AND id = ?2 AND state = 'running' AND runs = ?3", job.realm, job.id, job.runs)
        }
    }

    /// Says that a job is still being done.
    /// - Returns: true when it is to stop, also since another server has taken it over.
    package func tell(_ job: Job, done: Int64, at now: Date) async throws -> Bool {
        try await database.write { transaction in
            let changed = try transaction.execute(
                """
                UPDATE jobs SET done = ?4, alive = ?5, expires = ?6 WHERE realm = ?1 AND id = ?2 AND state = 'running' AND runs = ?3
                """, job.realm, job.id, job.runs, done, now, now.addingTimeInterval(Self.lifetime))
            guard changed == 1 else { return true }
            let row = try transaction.row("SELECT stopping FROM jobs WHERE realm = ?1 AND id = ?2", job.realm, job.id)
            return try row?.int("stopping") == 1
        }
    }

    /// Writes down how a job has ended, unless another server has taken it over.
    package func end(_ job: Job, _ state: JobState, done: Int64, result: Secret, at now: Date) async throws {
        let sealed = try sealer.seal(result, context: job.context)
        try await database.write { transaction in
            try transaction.execute(
                """
                UPDATE jobs SET state = ?4, done = ?5, ended = ?6, result = ?7, expires = ?8, work = NULL
                WHERE realm = ?1 AND id = ?2 AND state = 'running' AND runs = ?3
                """, job.realm, job.id, job.runs, state.rawValue, done, now, sealed, now.addingTimeInterval(Self.lifetime))
        }
    }

    /// Asks that a job stops, whichever server does it.
    package func stop(_ job: Job) async throws {
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE jobs SET stopping = 1 WHERE realm = ?1 AND id = ?2 AND state = 'running'", job.realm, job.id)
        }
    }

    /// A job by its id.
    package func job(_ id: String, in realm: UUID, at now: Date) async throws -> Job? {
        try await database.read { transaction in
            let row = try transaction.row(
                """
                SELECT realm, id, action, target, state, done, begun, alive, stopping, ended, result, runs,
                CASE WHEN work IS NULL THEN 1 ELSE 0 END AS final FROM jobs
                WHERE realm = ?1 AND id = ?2 AND expires > ?3
                """, realm, id, now)
            return try row.map { try Job(row: $0, at: now) }
        }
    }

    /// The jobs of a realm, the latest first, without their results.
    package func all(in realm: UUID, at now: Date) async throws -> [Job] {
        try await database.read { transaction in
            let rows = try transaction.rows(
                """
                SELECT realm, id, action, target, state, done, begun, alive, stopping, ended, NULL AS result, runs,
                CASE WHEN work IS NULL THEN 1 ELSE 0 END AS final FROM jobs
                WHERE realm = ?1 AND expires > ?2 ORDER BY id DESC
                """, realm, now)
            return try rows.map { try Job(row: $0, at: now) }
        }
    }

    /// The result of a job that has ended; nil for none.
    package func result(of job: Job) throws -> Secret? { try job.result.map { try sealer.open($0, context: job.context) } }
}

extension Jobs.Job {
    fileprivate init(row: Row, at now: Date) throws {
        realm = try row.uuid("realm")
        id = try row.text("id")
        action = try row.text("action")
        target = try row.optionalText("target").flatMap { RealmPath($0) }
        done = try row.int("done")
        begun = try row.date("begun")
        ended = try row.optionalDate("ended")
        isStopping = try row.int("stopping") == 1
        result = try row.optionalBlob("result")
        runs = try row.int("runs")
        let state = Jobs.JobState(exactly: try row.text("state")) ?? .cut
        let isSilent = try row.date("alive").addingTimeInterval(Jobs.silence) < now
        let isFinal = try row.int("final") == 1 || runs >= Jobs.mostRuns
        self.state = state == .running && isSilent && isFinal ? .cut : state
    }
}
