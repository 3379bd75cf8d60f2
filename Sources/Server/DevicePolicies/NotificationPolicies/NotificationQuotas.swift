package import Foundation
import Primitives
package import Store
package import Foundations

/// Counts the codes that are sent in a day, and says when a policy's quota is used up.
package enum NotificationQuotas {
    /// The table `notification_counts`; rows go with their realm or user, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(31, "notifications", tables)],
        tables: [.owned("notification_counts", filled: .byOwners, by: .user("user_id"))],
        expiry: [Expiry("notification_counts", key: "realm, user_id, method, day", by: "day") { day($0) }])

    private static let tables: [SQL] = [
        """
        CREATE TABLE notification_counts (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, method TEXT NOT NULL, day BIGINT NOT NULL, sent BIGINT NOT NULL,
            claimed BIGINT NOT NULL, PRIMARY KEY (realm, user_id, method, day))
        """,
        "CREATE INDEX notification_counts_day ON notification_counts (day)",
    ]

    /// The row of all users of a realm together.
    private static let everybody = UUID.zero

    /// The number of codes sent on a day, and the number of them that were answered.
    struct Count: Sendable, Equatable {
        var sent = 0
        var claimed = 0
    }

    /// Counts a message, unless it would be one too many.
    /// - Throws: ``SecondFactorError`` `.quotaExceeded`.
    package static func admit(
        _ method: DeliveryMethod, for user: UUID, under policy: NotificationPolicy, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        for quota in policy.quotas where quota.methods.contains(where: { $0.rawValue == method.rawValue }) {
            let subject = quota.subject == .user ? user : everybody
            try transaction.hold(HeldName("notification counts", realm, subject))
            guard try !quota.isUsedUp(by: count(quota.methods, of: subject, realm: realm, at: now, in: transaction)) else {
                let whose = quota.subject == .user ? "the user" : "the environment"
                throw SecondFactorError(.quotaExceeded, "\(whose) has had all messages of the day that the notification policy allows")
            }
        }
        for subject in [user, everybody] {
            try transaction.execute(
                """
                INSERT INTO notification_counts (realm, user_id, method, day, sent, claimed) VALUES (?1, ?2, ?3, ?4, 1, 0)
                ON CONFLICT (realm, user_id, method, day) DO UPDATE SET sent = notification_counts.sent + 1
                """, realm, subject, method.rawValue, day(now))
        }
    }

    /// Counts a message as not sent after all.
    package static func takeBack(
        _ method: DeliveryMethod, for user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        for subject in [user, everybody] {
            try transaction.execute(
                """
                UPDATE notification_counts SET sent = sent - 1
                WHERE realm = ?1 AND user_id = ?2 AND method = ?3 AND day = ?4 AND sent > claimed
                """, realm, subject, method.rawValue, day(now))
        }
    }

    /// Notes that a user gave the code of a message.
    package static func claim(
        _ method: DeliveryMethod, by user: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        for subject in [user, everybody] {
            try transaction.execute(
                """
                UPDATE notification_counts SET claimed = claimed + 1
                WHERE realm = ?1 AND user_id = ?2 AND method = ?3 AND day = ?4 AND claimed < sent
                """, realm, subject, method.rawValue, day(now))
        }
    }

    private static func count(
        _ methods: [NotificationPolicy.Quota.Method], of subject: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> Count {
        try methods.reduce(into: Count()) { count, method in
            let row = try transaction.row(
                "SELECT sent, claimed FROM notification_counts WHERE realm = ?1 AND user_id = ?2 AND method = ?3 AND day = ?4", realm,
                subject, method.rawValue, day(now))
            count.sent += Int(try row?.int("sent") ?? 0)
            count.claimed += Int(try row?.int("claimed") ?? 0)
        }
    }

    private static func day(_ time: Date) -> Int64 { Int64((time.timeIntervalSince1970 / 86_400).rounded(.down)) }
}
