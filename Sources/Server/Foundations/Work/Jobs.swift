package import Foundation
package import Primitives
package import Store

/// The work that administrators have had done in the background: what was begun, how far it is, and how it has ended.
///
/// A row is written before the work begins. The server that does it says from time to time that it still does; work of which nothing was heard
/// for long was cut off, as by a server that ended.
package struct Jobs: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(53, "kept answers and jobs", place: 1, tables)],
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

    /// The time in seconds for which a job is kept once it has ended.
    package static let lifetime: TimeInterval = 86_400
    /// The time in seconds after which a job of which nothing was heard was cut off.
    package static let silence: TimeInterval = 60
    /// The number of jobs of a realm that are kept.
    package static let mostOfRealm: Int64 = 200

    /// The state of a job.
    package enum JobState: String, Sendable, CaseIterable {
        case running, done, failed, stopped
        /// The server that did it has ended meanwhile; what took effect stays.
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
        /// Whether it was asked to stop.
        package fileprivate(set) var isStopping: Bool
        fileprivate var result: [UInt8]?
        fileprivate var context: String { "job \(id)" }
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
    package func begin(_ action: String, in realm: UUID, target: RealmPath?, at now: Date) async throws -> Job? {
        let job = Job(
            realm: realm, id: ids.next(at: now).text, action: action, target: target, state: .running, done: 0, begun: now,
            isStopping: false)
        return try await database.write { transaction in
            try transaction.hold(HeldName("jobs", realm))
            let count = try transaction.row("SELECT COUNT(*) AS count FROM jobs WHERE realm = ?1", realm)
            guard try count?.int("count") ?? 0 < Self.mostOfRealm else { return nil }
            try transaction.execute(
                """
                INSERT INTO jobs (realm, id, action, target, state, done, begun, alive, stopping, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?6, 0, ?7)
                """, realm, job.id, action, target?.description, JobState.running.rawValue, now, now.addingTimeInterval(Self.lifetime))
            return job
        }
    }

    /// Says that a job is still being done.
    /// - Returns: whether it is to stop.
    package func tell(_ job: Job, done: Int64, at now: Date) async throws -> Bool {
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE jobs SET done = ?3, alive = ?4, expires = ?5 WHERE realm = ?1 AND id = ?2 AND state = 'running'", job.realm,
                job.id, done, now, now.addingTimeInterval(Self.lifetime))
            let row = try transaction.row("SELECT stopping FROM jobs WHERE realm = ?1 AND id = ?2", job.realm, job.id)
            return try row?.int("stopping") == 1
        }
    }

    /// Writes down how a job has ended.
    package func end(_ job: Job, _ state: JobState, done: Int64, result: Secret, at now: Date) async throws {
        let sealed = try sealer.seal(result, context: job.context)
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE jobs SET state = ?3, done = ?4, ended = ?5, result = ?6, expires = ?7 WHERE realm = ?1 AND id = ?2", job.realm,
                job.id, state.rawValue, done, now, sealed, now.addingTimeInterval(Self.lifetime))
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
                SELECT realm, id, action, target, state, done, begun, alive, stopping, ended, result FROM jobs
                WHERE realm = ?1 AND id = ?2 AND expires > ?3
                """, realm, id, now)
            return try row.map { try Job(row: $0, in: realm, at: now) }
        }
    }

    /// The jobs of a realm, the latest first, without their results.
    package func all(in realm: UUID, at now: Date) async throws -> [Job] {
        try await database.read { transaction in
            let rows = try transaction.rows(
                """
                SELECT realm, id, action, target, state, done, begun, alive, stopping, ended, NULL AS result FROM jobs
                WHERE realm = ?1 AND expires > ?2 ORDER BY id DESC
                """, realm, now)
            return try rows.map { try Job(row: $0, in: realm, at: now) }
        }
    }

    /// The result of a job that has ended; nil for none.
    package func result(of job: Job) throws -> Secret? { try job.result.map { try sealer.open($0, context: job.context) } }
}

extension Jobs.Job {
    fileprivate init(row: Row, in realm: UUID, at now: Date) throws {
        self.realm = realm
        id = try row.text("id")
        action = try row.text("action")
        target = try row.optionalText("target").flatMap { RealmPath($0) }
        done = try row.int("done")
        begun = try row.date("begun")
        ended = try row.optionalDate("ended")
        isStopping = try row.int("stopping") == 1
        result = try row.optionalBlob("result")
        let state = Jobs.JobState(exactly: try row.text("state")) ?? .cut
        let alive = try row.date("alive")
        self.state = state == .running && alive.addingTimeInterval(Jobs.silence) < now ? .cut : state
    }
}
