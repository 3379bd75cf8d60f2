import DeviceMessages
import Foundation
import Primitives
package import Store
package import Foundations

extension Wakeup.Topic {
    /// Something was put into an installation's mailbox, which the key names by its realm.
    package static let mailbox = Self("mailbox")
}

/// Messages that wait for installations, each until it was acknowledged or has expired.
package struct PushMailboxes: Sendable {
    /// The tables `push_mailboxes` and `push_letters`; rows go with their realm or installation, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(13, "push", place: 1, tables)],
        tables: [
            .owned("push_mailboxes", filled: .byOwners, by: .installation("installation")),
            .owned(
                "push_letters",
                filled: .byStrangers(.init(by: .account(rows: 132), bytes: 8 << 10, renewals: .none, lifetime: .seconds(86_400))),
                by: .installation("installation")),
        ],
        expiry: [Expiry("push_letters", key: "realm, installation, sequence", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE push_mailboxes (
            realm TEXT NOT NULL, installation TEXT NOT NULL, last BIGINT NOT NULL, PRIMARY KEY (realm, installation))
        """,
        """
        CREATE TABLE push_letters (
            realm TEXT NOT NULL, installation TEXT NOT NULL, sequence BIGINT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
            collapse TEXT, subscription TEXT, expires BIGINT NOT NULL, PRIMARY KEY (realm, installation, sequence))
        """,
        "CREATE INDEX push_letters_expires ON push_letters (expires)",
    ]

    /// The number of this server's own messages that wait at most; the oldest goes for one more.
    static let mostOwn = 100
    /// The number of others' messages that wait for one subscription at most.
    static let mostForeign = 32
    /// The number that are fetched at once.
    static let batch = 32

    let database: any Database
    let documents: any PushDocuments.Type

    /// Puts a letter into a mailbox, and wakes the installation's streams once that is committed; false when too many of others wait there.
    static func put(_ letter: NewPushLetter, for installation: String, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.hold(HeldName("push letters", realm, installation))
        guard try makeRoom(letter, for: installation, realm: realm, in: transaction) else { return false }
        let mailbox = try transaction.row(
            """
            INSERT INTO push_mailboxes (realm, installation, last) VALUES (?1, ?2, 1)
            ON CONFLICT (realm, installation) DO UPDATE SET last = push_mailboxes.last + 1
            RETURNING last
            """, realm, installation)
        try transaction.execute(
            """
            INSERT INTO push_letters (realm, installation, sequence, kind, content, collapse, subscription, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, realm, installation, mailbox?.int("last"), letter.kind.rawValue, letter.text, letter.collapse, letter.subscription,
            letter.expires)
        ring(installation, realm: realm, in: transaction)
        return true
    }

    /// Makes an installation's mailbox, if it has none. A stream lasts as long as its mailbox: whatever removes the installation removes that.
    func open(for installation: String, realm: UUID) async throws {
        guard try await !isThere(for: installation, realm: realm) else { return }
        try await database.write { transaction in
            _ = try transaction.execute(
                "INSERT INTO push_mailboxes (realm, installation, last) VALUES (?1, ?2, 0) ON CONFLICT (realm, installation) DO NOTHING",
                realm, installation)
        }
    }

    /// Whether an installation has a mailbox.
    func isThere(for installation: String, realm: UUID) async throws -> Bool {
        try await database.lookUp { transaction in
            try transaction.row("SELECT last FROM push_mailboxes WHERE realm = ?1 AND installation = ?2", realm, installation) != nil
        }
    }

    private static func makeRoom(
        _ letter: NewPushLetter, for installation: String, realm: UUID, in transaction: any WriteTransaction
    ) throws -> Bool {
        let waiting = try transaction.rows(
            """
            SELECT sequence, collapse FROM push_letters
            WHERE realm = ?1 AND installation = ?2 AND COALESCE(subscription, '') = ?3 ORDER BY sequence
            """, realm, installation, letter.subscription ?? ""
        ).map { (sequence: try $0.int("sequence"), collapse: try $0.optionalText("collapse")) }
        let replaced = waiting.filter { letter.collapse != nil && $0.collapse == letter.collapse }.map(\.sequence)
        for sequence in replaced { try remove(sequence, from: installation, realm: realm, in: transaction) }
        let others = waiting.map(\.sequence).filter { !replaced.contains($0) }
        guard letter.subscription == nil else { return others.count < mostForeign }
        if others.count >= mostOwn { try remove(others[0], from: installation, realm: realm, in: transaction) }
        return true
    }

    private static func remove(
        _ sequence: Int64, from installation: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            "DELETE FROM push_letters WHERE realm = ?1 AND installation = ?2 AND sequence = ?3", realm, installation, sequence)
    }

    /// The first letters after one that an installation has.
    /// - Parameter documents: whether a push brings the document of its challenge, as long as that can be decided.
    func waiting(
        for installation: String, realm: UUID, after sequence: Int64, documents: Bool, at now: Date
    ) async throws -> [PushEvent] {
        let owner = self.documents
        return try await database.lookUp { transaction in
            let rows = try transaction.rows(
                """
                SELECT sequence, kind, content, collapse FROM push_letters
                WHERE realm = ?1 AND installation = ?2 AND sequence > ?3 AND expires > ?4 ORDER BY sequence LIMIT ?5
                """, realm, installation, sequence, now, Self.batch)
            var found: [String: String] = [:]
            if documents {
                let ids = try rows.filter { try $0.text("kind") == PushEvent.Kind.push.rawValue }.compactMap {
                    try $0.optionalText("collapse")
                }
                if !ids.isEmpty { found = try owner.documents(ids, for: installation, realm: realm, in: transaction) }
            }
            return try rows.map { try Self.letter($0, found) }
        }
    }

    /// Throws away what an installation says that it has.
    /// - Returns: false for a number that the mailbox hasn't come to; then nothing is thrown away.
    @discardableResult
    func acknowledge(upTo sequence: Int64, for installation: String, realm: UUID) async throws -> Bool {
        try await database.write { transaction in
            let mailbox = try transaction.row("SELECT last FROM push_mailboxes WHERE realm = ?1 AND installation = ?2", realm, installation)
            guard let last = try mailbox?.int("last"), sequence <= last else { return false }
            try transaction.execute(
                "DELETE FROM push_letters WHERE realm = ?1 AND installation = ?2 AND sequence <= ?3", realm, installation, sequence)
            return true
        }
    }

    /// Throws away what lies there under a name.
    static func take(_ collapse: String, from installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM push_letters WHERE realm = ?1 AND installation = ?2 AND collapse = ?3 AND subscription IS NULL", realm,
            installation, collapse)
    }

    /// Takes an installation's mailbox away with all that is in it.
    static func remove(_ installation: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM push_letters WHERE realm = ?1 AND installation = ?2", realm, installation)
        try transaction.execute("DELETE FROM push_mailboxes WHERE realm = ?1 AND installation = ?2", realm, installation)
        ring(installation, realm: realm, in: transaction)
    }

    /// Wakes an installation's streams once the transaction is committed.
    static func ring(_ installation: String, realm: UUID, in transaction: any WriteTransaction) {
        transaction.wake(.mailbox, PushStreams.Key(realm: realm, installation: installation).text)
    }

    private static func letter(_ row: Row, _ documents: [String: String]) throws -> PushEvent {
        let kind = PushEvent.Kind(rawValue: try row.text("kind")) ?? .push
        let document = kind == .push ? try row.optionalText("collapse").flatMap { documents[$0] } : nil
        return PushEvent(sequence: try row.int("sequence"), kind: kind, text: try row.text("content"), document: document)
    }
}
