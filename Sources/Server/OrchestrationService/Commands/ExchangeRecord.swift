import CommandChannel
import Foundation
package import Foundations
import Primitives
import Store

/// A flow that a device began, with the last command and its answer.
package struct ExchangeRecord: Sendable {
    /// The table `orchestration_exchanges`; rows go with their realm, user or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 7, tables)],
        tables: [.owned("orchestration_exchanges", filled: .byOwners, by: .user("user_id"), .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_exchanges (
            realm TEXT NOT NULL, flow TEXT NOT NULL, application TEXT NOT NULL, user_id TEXT NOT NULL, authenticator TEXT NOT NULL,
            sealed BLOB NOT NULL, version BIGINT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (realm, flow))
        """,
        "CREATE INDEX orchestration_exchanges_authenticator ON orchestration_exchanges (realm, authenticator, number)",
    ]

    /// The number of flows of an authenticator that are kept, for their answers to be given again.
    private static let most = 8

    let channel: ServerExchange
    let version: Int64

    static func sealed(_ exchange: ServerExchange, realm: UUID, _ sealer: Sealer) throws -> [UInt8] {
        try sealer.seal(Secret(bytes: exchange.record), context: context(realm, exchange.conversation.flow))
    }

    private static func context(_ realm: UUID, _ flow: FlowID) -> String { "orchestration exchange/\(realm.text)/\(flow)" }

    static func find(
        _ flow: FlowID, of authenticator: AuthenticatorRecord, in transaction: any ReadTransaction, _ sealer: Sealer
    ) throws -> ExchangeRecord? {
        let row = try transaction.row(
            "SELECT sealed, version FROM orchestration_exchanges WHERE realm = ?1 AND flow = ?2 AND authenticator = ?3",
            authenticator.realm,
            flow.description, authenticator.id)
        return try row.map { row in
            let record = try sealer.open(try row.blob("sealed"), context: context(authenticator.realm, flow))
            return ExchangeRecord(
                channel: try ServerExchange(record: record.withBytes { Array($0) }), version: try row.int("version"))
        }
    }

    /// Keeps a flow that has begun; the oldest of the authenticator's makes room.
    static func insert(
        _ flow: FlowID, sealed: [UInt8], of authenticator: AuthenticatorRecord, number: UInt64, in transaction: any WriteTransaction
    ) throws {
        let made = try transaction.execute(
            """
            INSERT INTO orchestration_exchanges (realm, flow, application, user_id, authenticator, sealed, version, number)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7) ON CONFLICT (realm, flow) DO NOTHING
            """, authenticator.realm, flow.description, authenticator.application, authenticator.user, authenticator.id, sealed,
            Int64(clamping: number))
        guard made == 1 else { throw OrchestrationRefusal.superseded }
        try transaction.execute(
            """
            DELETE FROM orchestration_exchanges WHERE realm = ?1 AND authenticator = ?2 AND number < (
                SELECT number FROM orchestration_exchanges WHERE realm = ?1 AND authenticator = ?2 ORDER BY number DESC
                LIMIT 1 OFFSET ?3)
            """, authenticator.realm, authenticator.id, most - 1)
    }

    /// Writes how far a flow has come, if nothing was changed meanwhile.
    static func update(
        _ flow: FlowID, sealed: [UInt8], from version: Int64, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        let changed = try transaction.execute(
            "UPDATE orchestration_exchanges SET sealed = ?3, version = version + 1 WHERE realm = ?1 AND flow = ?2 AND version = ?4", realm,
            flow.description, sealed, version)
        guard changed == 1 else { throw OrchestrationRefusal.superseded }
    }
}
