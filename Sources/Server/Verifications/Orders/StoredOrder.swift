import Foundation
import Foundations
import Primitives
import Store
import VerificationMessages

/// An order for checks in the queue: for this server itself, or for a provider outside. It is taken for a time, so that another server
/// takes it again when the first one was killed.
struct StoredOrder: Sendable, Identifiable {
    let realm: UUID
    let id: UUID
    /// The transaction.
    let verification: UUID
    let provider: String
    let checks: [VerificationCheck]
    let submission: Int
    /// The number of times that it was taken.
    let tries: Int
    let issued: Date
    /// The hash of the answer; nil before it.
    let answer: [UInt8]?

    /// The table `verification_orders`; rows go with their user, and with the data of their transaction.
    static let feature = Feature(
        history: [SchemaStep(59, "verification checks and orders", place: 1, tables)],
        tables: [.owned("verification_orders", filled: .byOwners, by: .user("user_id"))])

    // An order that was answered isn't due any more.
    private static let tables: [SQL] = [
        """
        CREATE TABLE verification_orders (
            realm TEXT NOT NULL, id TEXT NOT NULL, verification TEXT NOT NULL, user_id TEXT NOT NULL, provider TEXT NOT NULL,
            checks TEXT NOT NULL, submission BIGINT NOT NULL, taken BIGINT NOT NULL, issued BIGINT NOT NULL, due BIGINT, answer BLOB,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX verification_orders_due ON verification_orders (due)",
        "CREATE INDEX verification_orders_verification ON verification_orders (realm, verification)",
        "CREATE INDEX verification_orders_user ON verification_orders (realm, user_id)",
    ]

    /// The time for which an order is taken, in seconds, longer than the reading of one picture: it begins anew with each.
    private static let lease: TimeInterval = 60
    /// The pauses before an order is handed over again, in seconds: the first, and the longest.
    private static let (firstPause, longestPause) = (30.0, 300.0)

    /// The pause before it is handed over again, in seconds.
    var pause: TimeInterval { min(Self.firstPause * pow(2, Double(min(tries, 10) - 1)), Self.longestPause) }
}

extension StoredOrder {
    private init(_ row: Row) throws {
        realm = try row.uuid("realm")
        id = try row.uuid("id")
        verification = try row.uuid("verification")
        provider = try row.text("provider")
        checks = try row.text("checks").utf8.split(separator: UInt8(ascii: " ")).compactMap {
            VerificationCheck(exactly: String(Substring($0)))
        }
        submission = Int(try row.int("submission"))
        tries = Int(try row.int("taken"))
        issued = try row.date("issued")
        answer = try row.optionalBlob("answer")
    }

    /// An order that is about to be put into the queue.
    struct Draft: Sendable {
        let provider: String
        let checks: [VerificationCheck]
    }

    /// Puts an order into the queue.
    static func put(_ draft: Draft, of stored: StoredVerification, at now: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO verification_orders (realm, id, verification, user_id, provider, checks, submission, taken, issued, due)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?8)
            """, stored.realm,
            UUID.derived(from: stored.id, "verification order \(stored.submissions) \(draft.provider)"), stored.id, stored.user,
            draft.provider,
            draft.checks.map(\.rawValue).joined(separator: " "), stored.submissions, now)
    }

    /// An order by its id; nil for none.
    static func find(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> StoredOrder? {
        try transaction.row("SELECT * FROM verification_orders WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).map {
            try StoredOrder($0)
        }
    }

    /// Takes the order that is due first, for a while; nil when none is due.
    static func take(at now: Date, from database: any Database) async throws -> StoredOrder? {
        // Nothing is written while nothing is due.
        guard try await database.lookUp({ try due(at: now, in: $0) }) != nil else { return nil }
        return try await database.write { transaction in
            guard let order = try due(at: now, in: transaction) else { return nil }
            try transaction.execute(
                "UPDATE verification_orders SET taken = taken + 1, due = ?3 WHERE realm = ?1 AND id = ?2", order.realm, order.id,
                now.addingTimeInterval(lease))
            return try find(order.id, realm: order.realm, in: transaction)
        }
    }

    private static func due(at now: Date, in transaction: any ReadTransaction) throws -> StoredOrder? {
        // All realms: one queue.
        try transaction.row("SELECT * FROM verification_orders WHERE due <= ?1 ORDER BY due LIMIT 1", now).map { try StoredOrder($0) }
    }

    /// Keeps an order that was taken for a while longer.
    func hold(at now: Date, in transaction: any WriteTransaction) throws {
        try postpone(to: now.addingTimeInterval(Self.lease), in: transaction)
    }

    /// Has it handed over again at a time.
    func postpone(to time: Date, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE verification_orders SET due = ?3 WHERE realm = ?1 AND id = ?2 AND answer IS NULL", realm, id, time)
    }

    /// Notes that it was answered.
    func close(_ answer: [UInt8], in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE verification_orders SET due = NULL, answer = ?3 WHERE realm = ?1 AND id = ?2", realm, id, answer)
    }

    /// Ends all orders of a transaction that aren't answered.
    static func cancel(of stored: StoredVerification, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "DELETE FROM verification_orders WHERE realm = ?1 AND verification = ?2 AND answer IS NULL", stored.realm, stored.id)
    }

    /// Removes it, since there is nothing to do for it any more.
    func remove(in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM verification_orders WHERE realm = ?1 AND id = ?2", realm, id)
    }
}
