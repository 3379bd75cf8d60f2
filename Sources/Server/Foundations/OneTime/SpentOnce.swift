package import Foundation
import Primitives
package import Store

/// Remembers what may be used once: a journey's states, codes of every kind.
///
/// Spending is one `INSERT` in the transaction that also holds the effect, so of two uses, however close, exactly one
/// succeeds, also across nodes and restarts.
package enum SpentOnce {
    /// The table `spent`; rows go with their realm, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(1, "initial", place: 6, tables)],
        tables: [
            .free(
                "spent", filled: .byStrangers(.init(by: .address, bytes: 256, renewals: .none, lifetime: .seconds(86_400))),
                because: "ids of tokens and states, drawn at random")
        ],
        expiry: [Expiry("spent", key: "realm, kind, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE spent (
            realm TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, kind, id))
        """,
        "CREATE INDEX spent_expires ON spent (expires)",
    ]

    /// The kind of thing that is spent; ids of different kinds don't meet.
    package enum Kind: String, Sendable {
        case journeyState, clientAssertion, signInMarker, accessToken, mobilePayload, deviceLogs, push, boundStatement, passkeyChallenge
        case pingIDPayload, pingIDProof, pingIDRequest, signalInstance, consent
    }

    /// Spends an id; false when it was spent before.
    ///
    /// - Parameter expires: from when on the thing is refused for its age, so that it needn't be remembered.
    package static func spend(
        _ id: String, _ kind: Kind, realm: UUID, expires: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            "INSERT INTO spent (realm, kind, id, expires) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (realm, kind, id) DO NOTHING",
            realm, kind.rawValue, id, expires) == 1
    }

    /// Whether an id has been spent.
    package static func isSpent(_ id: String, _ kind: Kind, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM spent WHERE realm = ?1 AND kind = ?2 AND id = ?3", realm, kind.rawValue, id) != nil
    }

}
