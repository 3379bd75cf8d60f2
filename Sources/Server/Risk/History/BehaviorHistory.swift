import Foundation
import Foundations
import RiskScoring
import Store

/// The successful sign-ins of a user, or of all users, counted by day, feature and value. An evaluation reads at most as many
/// rows as there are days in the window and features.
struct BehaviorHistory {
    static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 4, tables)],
        tables: [.owned("risk_behavior", filled: .byOwners, by: .user("subject"))],
        expiry: [Expiry("risk_behavior", key: "realm, subject, feature, value, day", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_behavior (
            realm TEXT NOT NULL, subject TEXT NOT NULL, feature TEXT NOT NULL, value TEXT NOT NULL, day BIGINT NOT NULL,
            count BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, subject, feature, value, day))
        """,
        "CREATE INDEX risk_behavior_expires ON risk_behavior (expires)",
    ]

    /// The window in days.
    static let days = 90
    /// The subject of the counts of all users together.
    private static let everybody = "-"
    private static let all = "ALL"

    private let subject: String

    /// - Parameter subject: nil for all users together.
    init(of subject: RiskSubject?) { self.subject = subject?.text ?? Self.everybody }

    /// Counts a sign-in.
    func add(_ features: [BehaviorCounts.Feature: String], on day: Int, _ moment: RiskMoment, in transaction: any WriteTransaction) throws {
        let told = BehaviorCounts.Feature.allCases.compactMap { feature in features[feature].map { (feature.rawValue, $0) } }
        let counted = [(Self.all, "")] + told
        for (feature, value) in counted {
            try transaction.execute(
                """
                INSERT INTO risk_behavior (realm, subject, feature, value, day, count, expires) VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)
                ON CONFLICT (realm, subject, feature, value, day) DO UPDATE SET count = risk_behavior.count + 1, expires = ?6
                """, moment.realm, subject, feature, value, day, moment.expires)
        }
    }

    /// The sign-ins of the last ``days``, and those that were like one.
    func counts(
        like features: [BehaviorCounts.Feature: String], _ moment: RiskMoment, in transaction: any ReadTransaction
    ) throws -> BehaviorCounts {
        let total = try sum(Self.all, "", moment, in: transaction)
        var alike: [BehaviorCounts.Feature: Int] = [:]
        for (feature, value) in features { alike[feature] = min(total, try sum(feature.rawValue, value, moment, in: transaction)) }
        return BehaviorCounts(total: total, alike: alike)
    }

    private func sum(_ feature: String, _ value: String, _ moment: RiskMoment, in transaction: any ReadTransaction) throws -> Int {
        let today = moment.seconds / 86_400
        let row = try transaction.row(
            """
            SELECT COALESCE(SUM(count), 0) AS count FROM risk_behavior
            WHERE realm = ?1 AND subject = ?2 AND feature = ?3 AND value = ?4 AND day > ?5 AND day <= ?6
            """, moment.realm, subject, feature, value, today - Self.days, today)
        return Int(try row?.int("count") ?? 0)
    }
}
