package import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import Foundations
package import Directory

/// Logs that devices sent for those who help their users. They are what the app wrote, and no more trustworthy.
package struct DeviceLogs: Sendable {
    /// The table `device_logs`; rows go with their realm or installation, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 9, tables), SchemaStep(42, "rows by index", place: 4, installationIndex)],
        tables: [.owned("device_logs", filled: .byOwners, by: .installation("installation"))],
        expiry: [Expiry("device_logs", key: "realm, id", by: "created", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE device_logs (
            realm TEXT NOT NULL, id TEXT NOT NULL, installation TEXT NOT NULL, body BLOB NOT NULL, created BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX device_logs_created ON device_logs (created)",
    ]

    private static let installationIndex: [SQL] = ["CREATE INDEX device_logs_installation ON device_logs (realm, installation, created)"]

    /// The times for which logs are asked for, and kept, in seconds.
    package static let askedFor: TimeInterval = 86_400
    private static let kept: TimeInterval = 2_592_000
    /// The number of logs that an installation may send in a minute, and the number that it may have kept.
    private static let (mostInMinute, mostKept) = (2, 10)

    package let database: any Database
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(database: any Database, audit: AuditLog, time: any TimeSource, random: any RandomSource) {
        self.database = database
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// A log as it came: text, compressed by gzip (RFC 1952).
    package struct Entry: Sendable {
        /// The id of the log, unique in the realm.
        package let id: String
        /// The id of the installation.
        package let installation: String
        /// The text, compressed.
        package let body: [UInt8]
        /// The time of creation.
        package let created: Date

        package var summary: Summary { Summary(id: id, size: body.count, created: created) }
    }

    /// Keeps a log.
    ///
    /// - Parameter proof: the id of the request's proof, which is spent.
    /// - Throws: ``DeviceError`` `.malformed`, `.replayed`, `.rateLimited`.
    package func keep(_ body: [UInt8], of installation: Installation, proof: String, in realm: Realm) async throws -> LogReceipt {
        guard body.count <= LogReceipt.longest, body.starts(with: [0x1F, 0x8B]) else {
            throw DeviceError(.malformed, "logs are sent as gzip, of at most \(LogReceipt.longest) bytes")
        }
        let (id, now) = (String(random.uuid().text.prefix(8)), time.now)
        try await database.write { transaction in
            let expires = now.addingTimeInterval(2 * DeviceProof.tolerance)
            guard try SpentOnce.spend(proof, .deviceLogs, realm: realm.id, expires: expires, in: transaction) else {
                throw DeviceError(.replayed, "these logs were sent before")
            }
            guard
                try Throttle.allow(
                    "device logs", from: .installation(installation.id), realm: realm.id, limit: Self.mostInMinute, at: now, in: transaction
                )
            else { throw DeviceError(.rateLimited, "the device sends logs too often") }
            try transaction.execute(
                "INSERT INTO device_logs (realm, id, installation, body, created) VALUES (?1, ?2, ?3, ?4, ?5)", realm.id, id,
                installation.id,
                body, now)
            try transaction.execute(
                """
                DELETE FROM device_logs WHERE realm = ?1 AND installation = ?2 AND id NOT IN (
                    SELECT id FROM device_logs WHERE realm = ?1 AND installation = ?2 ORDER BY created DESC LIMIT ?3)
                """, realm.id, installation.id, Self.mostKept)
            try transaction.execute(
                "UPDATE installations SET logs_until = NULL WHERE realm = ?1 AND id = ?2", realm.id, installation.id)
            try audit.append(
                .deviceLogsReceived, ["installation": .string(installation.id), "id": .string(id)], at: now, realm: realm.id,
                in: transaction)
        }
        return LogReceipt(supportID: id)
    }

    /// Asks an installation for its logs; it sends them the next time that it speaks with the server.
    /// - Returns: until when they are asked for.
    package func ask(_ installation: String, in realm: Realm) async throws -> Date {
        let until = time.now.addingTimeInterval(Self.askedFor)
        try await database.write { transaction in
            _ = try transaction.execute(
                "UPDATE installations SET logs_until = ?3 WHERE realm = ?1 AND id = ?2", realm.id, installation, until)
        }
        return until
    }

    /// A log by the id that its sender was told; nil when there is none.
    package func entry(_ id: String, in realm: UUID) async throws -> Entry? {
        let row = try await database.read { transaction in
            try transaction.row("SELECT * FROM device_logs WHERE realm = ?1 AND id = ?2", realm, id)
        }
        return try row.map {
            Entry(
                id: try $0.text("id"), installation: try $0.text("installation"), body: try $0.blob("body"), created: try $0.date("created")
            )
        }
    }

    /// The logs that an installation has sent and that are still kept, without their bodies: the newest first.
    package func entries(of installation: String, in realm: UUID) async throws -> [Summary] {
        try await database.read { transaction in
            try transaction.rows(
                """
                SELECT id, LENGTH(body) AS size, created FROM device_logs WHERE realm = ?1 AND installation = ?2
                ORDER BY created DESC, id LIMIT ?3
                """, realm, installation, Self.mostKept
            ).map { Summary(id: try $0.text("id"), size: Int(try $0.int("size")), created: try $0.date("created")) }
        }
    }

    /// A log's id, its size in bytes as gzip, and when it came.
    package struct Summary: Sendable, Equatable {
        /// The id of the log, unique in the realm.
        package let id: String
        /// The size in bytes, compressed.
        package let size: Int
        /// The time of creation.
        package let created: Date
    }

}
