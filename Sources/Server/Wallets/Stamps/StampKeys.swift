import DeviceMessages
import Foundation
import Foundations
import NIOPosix
import Primitives
import Store
import Synchronization
import WalletMessages

/// The keys of a realm's stamps. One signs for 30 days, and its stamps are good for as long again.
final class StampKeys: Sendable {
    /// The tables `wallet_stamp_keys` and `wallet_spent_stamps`; rows go once they have expired.
    static let feature = Feature(
        history: [SchemaStep(55, "wallets", place: 1, tables)],
        tables: [
            .free("wallet_stamp_keys", filled: .byAdministration, because: "keys of realms"),
            .free(
                "wallet_spent_stamps",
                filled: .byStrangers(
                    .init(
                        by: .key("a stamp, of which an instance gets so many in a day"), bytes: 512, renewals: .none,
                        lifetime: .seconds(Int(2 * signingLife)))),
                because: "ids of stamps, which nothing connects with whom they were given to"),
        ],
        expiry: [
            Expiry("wallet_spent_stamps", key: "realm, id", by: "expires"), Expiry("wallet_stamp_keys", key: "realm, id", by: "expires"),
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE wallet_stamp_keys (
            realm TEXT NOT NULL, id TEXT NOT NULL, material BLOB NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        """
        CREATE TABLE wallet_spent_stamps (
            realm TEXT NOT NULL, id BLOB NOT NULL, envelope BLOB NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX wallet_spent_stamps_expires ON wallet_spent_stamps (expires)",
    ]

    /// The number of seconds that a key signs.
    private static let signingLife: TimeInterval = 30 * 86_400

    private let database: any Database
    private let sealer: Sealer
    private let time: any TimeSource
    private let known = Mutex<[UUID: [Key]]>([:])

    /// A key, and the time until which its stamps are good.
    struct Key: Sendable {
        let signer: StampSigner
        let created: Date
        let expires: Date

        var key: StampKey { signer.key }
        fileprivate var signsUntil: Date { created.addingTimeInterval(StampKeys.signingLife) }
    }

    init(_ platform: Platform) {
        database = platform.database
        sealer = platform.sealer
        time = platform.time
    }

    /// The key that signs now; made when there is none.
    func signing(in realm: UUID) async throws -> Key {
        let now = time.now
        if let key = try await keys(of: realm).first, key.signsUntil > now { return key }
        let made = try await NIOThreadPool.singleton.runIfActive { [sealer] in
            let signer = try StampSigner.generate()
            return (Base64URL.encode(signer.key.id), try sealer.seal(signer.encoded, context: Self.context(realm)))
        }
        try await database.write { transaction in
            // Another node may have made one meanwhile.
            try transaction.hold(HeldName("wallet stamp keys", realm))
            let newest = try transaction.row("SELECT MAX(created) AS created FROM wallet_stamp_keys WHERE realm = ?1", realm)?
                .optionalDate("created")
            guard newest.map({ $0.addingTimeInterval(Self.signingLife) <= now }) ?? true else { return }
            try transaction.execute(
                "INSERT INTO wallet_stamp_keys (realm, id, material, created, expires) VALUES (?1, ?2, ?3, ?4, ?5)", realm, made.0, made.1,
                now,
                now.addingTimeInterval(2 * Self.signingLife))
        }
        known.withLock { $0[realm] = nil }
        guard let key = try await keys(of: realm).first else { throw DeviceError(.server, "the key for stamps that was just made is gone") }
        return key
    }

    /// The keys whose stamps are good now, the newest first.
    func keys(of realm: UUID) async throws -> [Key] {
        let now = time.now
        let known = self.known.withLock { $0[realm] } ?? []
        // A key of another node's is looked for once the newest one here has stopped to sign.
        if let newest = known.first, newest.signsUntil > now { return known.filter { $0.expires > now } }
        let rows = try await database.read { transaction in
            try transaction.rows(
                "SELECT material, created, expires FROM wallet_stamp_keys WHERE realm = ?1 AND expires > ?2 ORDER BY created DESC", realm,
                now)
        }
        let keys = try rows.map { row in
            Key(
                signer: try StampSigner(encoded: try sealer.open(try row.blob("material"), context: Self.context(realm))),
                created: try row.date("created"), expires: try row.date("expires"))
        }
        self.known.withLock { $0[realm] = keys }
        return keys
    }

    private static func context(_ realm: UUID) -> String { "wallet-stamps/\(realm.text)" }

    /// Whether one of the stamps was spent for the same envelope before.
    /// - Throws: `.replayed` when one was spent for another.
    static func areSpent(
        _ stamps: [GoodStamp], for envelope: [UInt8], realm: UUID, in transaction: any ReadTransaction
    ) throws -> Bool {
        let earlier = try stamps.compactMap { stamp in
            try transaction.row("SELECT envelope FROM wallet_spent_stamps WHERE realm = ?1 AND id = ?2", realm, stamp.id)?.blob("envelope")
        }
        guard earlier.allSatisfy({ $0 == envelope }) else { throw DeviceError(.replayed, "a stamp was spent before") }
        return !earlier.isEmpty
    }

    /// Spends stamps for an envelope. None of them was spent before (``areSpent(_:for:realm:in:)``, in the same transaction).
    static func spend(_ stamps: some Sequence<GoodStamp>, for envelope: [UInt8], realm: UUID, in transaction: any WriteTransaction) throws {
        for stamp in stamps {
            try transaction.execute(
                "INSERT INTO wallet_spent_stamps (realm, id, envelope, expires) VALUES (?1, ?2, ?3, ?4)", realm, stamp.id, envelope,
                stamp.expires)
        }
    }
}

/// A stamp that a key of the realm has signed, and that may be spent or not.
struct GoodStamp: Sendable {
    /// The stamp's own random bytes.
    let id: [UInt8]
    let expires: Date
}
