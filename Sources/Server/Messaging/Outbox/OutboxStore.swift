import Foundation
package import Primitives
package import Store
package import Foundations

extension Wakeup.Topic {
    /// Messages wait to be sent.
    package static let outbox = Self("outbox")
}

/// The messages that requests have ordered and no mail server or gateway has taken yet
/// ([decision 122](../../../../docs/decisions/0122-outbox.md)).
///
/// A message is written in one transaction with what belongs to it, and taken out by the transaction that records what came of it. An attempt
/// is claimed first: of several workers one makes it, and if that ends with its process, another follows when the claim ends. So a message
/// is handed over at least once, each copy with the same id.
package struct OutboxStore: Sendable {
    /// The table `outbox`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(51, "outbox", tables)],
        tables: [
            .owned(
                "outbox", filled: .byStrangers(.init(by: .address, bytes: 256 << 10, renewals: .none, lifetime: .seconds(86_400))),
                by: .user("user_id"))
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE outbox (
            realm TEXT NOT NULL, id TEXT NOT NULL, channel TEXT NOT NULL, user_id TEXT, written BIGINT NOT NULL, due BIGINT NOT NULL,
            tries BIGINT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX outbox_due ON outbox (due)",
    ]

    /// The greatest length of a message as it is sealed, in bytes.
    private static let longest = 250 << 10
    /// The time for which a message is tried at the longest, in seconds.
    static let longestLife: TimeInterval = 86_400
    /// The time for which an attempt is claimed, in seconds: longer than any takes.
    static let claim: TimeInterval = 120
    /// The pauses between attempts, in seconds: the first, and the longest.
    private static let pauses = (first: 5.0, longest: 900.0)

    package let database: any Database
    package let sealer: Sealer
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource
    package let turn: OutboxTurn

    package init(
        database: any Database, sealer: Sealer, audit: AuditLog, time: any TimeSource, random: any RandomSource, turn: OutboxTurn
    ) {
        self.database = database
        self.sealer = sealer
        self.audit = audit
        self.time = time
        self.random = random
        self.turn = turn
    }

    // MARK: - Writing

    /// Seals a message.
    /// - Throws: ``MessageError`` `.invalid` for one that is too long.
    func entry(_ message: OutboxMessage) throws -> OutboxEntry {
        let bytes = Array(try JSONEncoder().encode(message))
        guard bytes.count <= Self.longest else {
            throw MessageError(.invalid, "a message has at most \(Self.longest >> 10) KiB")
        }
        let sealed = try sealer.seal(Secret(bytes: bytes), context: Self.context(message.realm, message.id))
        return OutboxEntry(message: message, tries: turn == .atOnce ? 1 : 0, sealed: sealed)
    }

    /// Writes a message, in the transaction of its effect.
    func put(_ entry: OutboxEntry, for asker: BudgetAsker, in transaction: any WriteTransaction) throws {
        let message = entry.message
        let due = turn == .atOnce ? message.written.addingTimeInterval(Self.claim) : message.written
        try transaction.execute(
            """
            INSERT INTO outbox (realm, id, channel, user_id, written, due, tries, sealed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, message.realm, message.id, message.channel.rawValue, Self.user(asker)?.text, message.written, due, entry.tries,
            entry.sealed)
        if turn == .byWorker { transaction.wake(.outbox, "") }
    }

    private static func user(_ asker: BudgetAsker) -> UUID? {
        switch asker.standing {
        case .user(let id), .browser(let id): id
        case .stranger, .customer, .server: nil
        }
    }

    private static func context(_ realm: UUID, _ id: String) -> String { "outbox/\(realm.text)/\(id)" }

    // MARK: - Attempts

    /// The lanes that have messages which are due.
    func lanes(at now: Date) async throws -> [OutboxEntry.Lane] {
        try await database.read { transaction in
            // All realms: one worker sends the messages of them all.
            try transaction.rows("SELECT DISTINCT realm, channel FROM outbox WHERE due <= ?1", now).compactMap { row in
                guard let channel = OutboxMessage.Channel(exactly: try row.text("channel")) else { return nil }
                return OutboxEntry.Lane(realm: try row.uuid("realm"), channel: channel)
            }
        }
    }

    /// Claims attempts at the oldest messages of a lane that are due, and opens those: of several workers one has each.
    func claim(_ lane: OutboxEntry.Lane, atMost count: Int, at now: Date) async throws -> [OutboxEntry] {
        let claimed = try await database.write { transaction in
            let due = try transaction.rows(
                "SELECT id, tries, sealed FROM outbox WHERE due <= ?1 AND realm = ?2 AND channel = ?3 ORDER BY due, id LIMIT ?4", now,
                lane.realm, lane.channel.rawValue, count)
            return try due.filter { row in
                try transaction.execute(
                    "UPDATE outbox SET tries = tries + 1, due = ?4 WHERE realm = ?1 AND id = ?2 AND tries = ?3", lane.realm,
                    try row.text("id"), try row.int("tries"), now.addingTimeInterval(Self.claim)) == 1
            }
        }
        var entries: [OutboxEntry] = []
        for row in claimed {
            let (id, sealed) = (try row.text("id"), try row.blob("sealed"))
            guard let message = opened(sealed, lane.realm, id) else {
                // A message that no key opens any more is none; it mustn't stop the others.
                try await drop(id, lane.realm)
                continue
            }
            entries.append(OutboxEntry(message: message, tries: try row.int("tries") + 1, sealed: sealed))
        }
        return entries
    }

    private func opened(_ sealed: [UInt8], _ realm: UUID, _ id: String) -> OutboxMessage? {
        guard let secret = try? sealer.open(sealed, context: Self.context(realm, id)) else { return nil }
        return secret.withBytes { try? JSONDecoder().decode(OutboxMessage.self, from: Data($0)) }
    }

    private func drop(_ id: String, _ realm: UUID) async throws {
        try await database.write { transaction in
            _ = try transaction.execute("DELETE FROM outbox WHERE realm = ?1 AND id = ?2", realm, id)
        }
    }

    /// Makes the attempt that was claimed, and records what came of it.
    ///
    /// - Throws: errors of the database. The attempt's own are in the audit log.
    func attempt(_ entry: OutboxEntry, by carrier: any OutboxCarrier) async throws {
        let message = entry.message
        guard message.recipient != nil else { return try await finish(entry, .failed, "no recipient to send it to") }
        guard time.now < message.expires else { return try await finish(entry, .expired, "it could not be sent in time") }
        do { try await carrier.carry(message) } catch let error as MessageError {
            guard [.unavailable, .overloaded].contains(error.code) else { return try await finish(entry, .failed, error.reason) }
            return try await postpone(entry, error.reason)
        } catch is CancellationError {
            // The process ends, and nothing tells whether the message was taken: another attempt follows when the claim ends.
            return
        } catch {
            return try await postpone(entry, "\(error)")
        }
        try await finish(entry, .sent, nil)
    }

    private func finish(_ entry: OutboxEntry, _ outcome: OutboxOutcome, _ failure: String?) async throws {
        let (message, now) = (entry.message, time.now)
        try await database.write { transaction in
            // A worker whose claim has ended while it sent leaves the record to the one that claimed after it.
            guard
                try transaction.execute(
                    "DELETE FROM outbox WHERE realm = ?1 AND id = ?2 AND tries = ?3", message.realm, message.id, entry.tries) == 1
            else { return }
            try audit.append(message.event(failure: failure, at: now), in: transaction)
        }
        outcome.count(message.channel)
    }

    private func postpone(_ entry: OutboxEntry, _ reason: String) async throws {
        let (message, now) = (entry.message, time.now)
        let due = now.addingTimeInterval(pause(after: entry.tries))
        guard due < message.expires else { return try await finish(entry, .expired, reason) }
        try await database.write { transaction in
            guard
                try transaction.execute(
                    "UPDATE outbox SET due = ?4 WHERE realm = ?1 AND id = ?2 AND tries = ?3", message.realm, message.id, entry.tries, due)
                    == 1
            else { return }
            // The first failure is told at once, those between it and the end are counted only.
            guard entry.tries == 1 else { return }
            try audit.append(message.event(failure: reason, isRepeated: true, at: now), in: transaction)
        }
        OutboxOutcome.repeated.count(message.channel)
    }

    /// The pause after an attempt: three times as long each time, and never quite the same for two.
    private func pause(after tries: Int64) -> TimeInterval {
        let pause = min(Self.pauses.longest, Self.pauses.first * pow(3, Double(min(max(tries, 1), 8) - 1)))
        return pause * (0.8 + 0.4 * Double(random.bytes(1)[0]) / 255)
    }

    // MARK: - Measures

    /// The messages that wait, by channel.
    package func queues() async throws -> [OutboxQueue] {
        let now = time.now
        let rows = try await database.read { transaction in
            // All realms: a measure of the server.
            try transaction.rows("SELECT channel, COUNT(*) AS count, MIN(written) AS oldest FROM outbox GROUP BY channel")
        }
        return try rows.compactMap { row in
            guard let channel = OutboxMessage.Channel(exactly: try row.text("channel")) else { return nil }
            return OutboxQueue(
                channel: channel, count: try row.int("count"), age: max(0, now.timeIntervalSince(try row.date("oldest"))))
        }
    }
}
