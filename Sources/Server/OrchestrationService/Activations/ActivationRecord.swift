import Directory
import CommandChannel
import Foundation
package import Foundations
import Primitives
import Store

/// An activation under way, by its flow. One that was begun for a name without a registration is kept like any other, and always fails.
package struct ActivationRecord: Sendable {
    /// The table `orchestration_activations`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 5, tables)],
        tables: [
            .owned(
                "orchestration_activations",
                filled: .byStrangers(.init(by: .account(rows: 5_000), bytes: 32 << 10, renewals: .none, lifetime: .seconds(608_400))),
                by: .user("user_id"), .application("application"))
        ],
        expiry: [
            Expiry("orchestration_activations", key: "realm, flow", by: "expires", kept: kept),
            Expiry("orchestration_activations", key: "realm, flow", by: "expires", where: "user_id IS NULL"),
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_activations (
            realm TEXT NOT NULL, flow TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT, name_hash BLOB, sealed BLOB NOT NULL,
            description TEXT, version BIGINT NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, flow))
        """,
        "CREATE INDEX orchestration_activations_name ON orchestration_activations (realm, application, name_hash, created)",
        "CREATE INDEX orchestration_activations_expires ON orchestration_activations (expires)",
    ]

    /// The number of seconds for which an activation continues, and for which its last answer is given again after that.
    static let (lifetime, kept): (TimeInterval, TimeInterval) = (900, 7 * 86_400)
    /// The number of starts that are answered for a registration, or for a name without one.
    static let mostStarts = 5
    /// The number of those without a registration that an application keeps.
    private static let mostDecoys = 5_000

    let realm: UUID
    let application: String
    /// nil for one that must fail.
    let user: UUID?
    var channel: ServerActivation
    /// The device's description of itself, as it came: JSON, or what it took for that.
    let description: String
    let version: Int64
    let expires: Date

    static func context(_ realm: UUID, _ flow: FlowID) -> String { "orchestration activation/\(realm.text)/\(flow)" }

    static func find(
        _ flow: FlowID, of customer: OrchestrationCustomer, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> ActivationRecord? {
        let realm = customer.realm.id
        let row = try transaction.row(
            "SELECT * FROM orchestration_activations WHERE realm = ?1 AND flow = ?2 AND application = ?3", realm, flow.description,
            customer.application)
        return try row.map { row in
            let record = try sealer.open(try row.blob("sealed"), context: context(realm, flow))
            return ActivationRecord(
                realm: realm, application: customer.application, user: try row.optionalUUID("user_id"),
                channel: try ServerActivation(record: record.withBytes { Array($0) }),
                description: try row.optionalText("description") ?? "", version: try row.int("version"), expires: try row.date("expires"))
        }
    }

    /// Keeps an activation that has begun. A flow that is there already is another caller's with the same start.
    static func insert(
        _ flow: FlowID, sealed: [UInt8], user: UUID?, name: [UInt8]?, of customer: OrchestrationCustomer, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        let made = try transaction.execute(
            """
            INSERT INTO orchestration_activations (realm, flow, application, user_id, name_hash, sealed, version, created, expires)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8) ON CONFLICT (realm, flow) DO NOTHING
            """, customer.realm.id, flow.description, customer.application, user, name, sealed, now, now.addingTimeInterval(lifetime))
        guard made == 1 else { throw OrchestrationRefusal.superseded }
    }

    /// Counts the starts of late for a name without a registration.
    static func starts(
        named name: [UInt8], of customer: OrchestrationCustomer, at now: Date, in transaction: any ReadTransaction
    ) throws -> Int {
        let row = try transaction.row(
            """
            SELECT COUNT(*) AS count FROM orchestration_activations
            WHERE realm = ?1 AND application = ?2 AND name_hash = ?3 AND created > ?4
            """, customer.realm.id, customer.application, name, now.addingTimeInterval(-lifetime))
        return Int(try row?.int("count") ?? 0)
    }

    /// Makes room: of activations without a registration the oldest go. Refusing new ones would tell them from others.
    static func trim(of customer: OrchestrationCustomer, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            DELETE FROM orchestration_activations WHERE realm = ?1 AND application = ?2 AND name_hash IS NOT NULL AND created < (
                SELECT created FROM orchestration_activations WHERE realm = ?1 AND application = ?2 AND name_hash IS NOT NULL
                ORDER BY created DESC LIMIT 1 OFFSET ?3)
            """, customer.realm.id, customer.application, mostDecoys)
    }

    /// Writes how far it has come, if nothing was changed meanwhile.
    func update(sealed: [UInt8], description: String? = nil, in transaction: any WriteTransaction) throws {
        let changed = try transaction.execute(
            """
            UPDATE orchestration_activations SET sealed = ?3, version = version + 1, description = COALESCE(?5, description)
            WHERE realm = ?1 AND flow = ?2 AND version = ?4
            """, realm, channel.exchange.conversation.flow.description, sealed, version, description)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }
}
