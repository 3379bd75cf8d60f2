import DeviceMessages
import Foundation
import Foundations
import Primitives
import Store

/// The number of things that an instance gets in a day (UTC), counted in the database.
struct WalletAllowance: Sendable {
    private let kind: String
    private let limit: Int

    /// Stamps.
    static func stamps(_ settings: WalletSettings) -> Self { Self(kind: "stamps", limit: settings.walletStampsPerDay) }

    /// Entries of the log.
    static func entries(_ settings: WalletSettings) -> Self { Self(kind: "entries", limit: settings.walletEntriesPerDay) }

    /// Counts some more, and returns how many are left; nil when there are fewer, and nothing is counted.
    func take(_ count: Int, by instance: WalletInstance, at now: Date, in transaction: any WriteTransaction) throws -> Int? {
        let day = now.secondsSince1970 / 86_400
        try transaction.hold(HeldName("wallet counts", instance.realm, instance.id, kind))
        let row = try transaction.row(
            "SELECT count FROM wallet_counts WHERE realm = ?1 AND instance = ?2 AND kind = ?3 AND day = ?4", instance.realm, instance.id,
            kind,
            day)
        let used = Int(try row?.int("count") ?? 0)
        guard used + count <= limit else { return nil }
        try transaction.execute(
            """
            INSERT INTO wallet_counts (realm, instance, kind, day, count) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (realm, instance, kind, day) DO UPDATE SET count = ?5
            """, instance.realm, instance.id, kind, day, used + count)
        return limit - used - count
    }

    /// Counts one entry of the log.
    /// - Throws: `.rateLimited`.
    static func takeEntry(
        _ settings: WalletSettings, by instance: WalletInstance, at now: Date, in transaction: any WriteTransaction
    ) throws {
        guard try entries(settings).take(1, by: instance, at: now, in: transaction) != nil else {
            throw DeviceError(.rateLimited, "the instance has appended as many entries as it may in a day")
        }
    }
}
