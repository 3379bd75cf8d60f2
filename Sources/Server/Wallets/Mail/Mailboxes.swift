import DeviceMessages
import Foundation
import Foundations
import Primitives
import SealedFiles
import Store
import Synchronization
import WalletMessages

/// The mail that waits: for each envelope a row with its key, and a file that the key opens. Without the row nothing of it can be read.
final class Mailboxes: Sendable {
    /// The tables `wallet_envelopes`, whose rows go with their recipient or once they have expired, and `wallet_mail_bytes`.
    static let feature = Feature(
        history: [SchemaStep(55, "wallets", place: 2, tables), SchemaStep(57, "wallets' users and bytes of mail", place: 0, sums)],
        tables: [
            .owned(
                "wallet_envelopes",
                filled: .byStrangers(
                    .init(
                        by: .key("stamps, of which an instance gets so many in a day; a mailbox and a realm have bounds in bytes"),
                        bytes: 1024,
                        renewals: .none, lifetime: .seconds(2_592_000))), by: .installation("recipient")),
            .free("wallet_mail_bytes", filled: .byAdministration, because: "one number a realm: the bytes of all its mail"),
        ],
        expiry: [Expiry("wallet_envelopes", key: "realm, recipient, id", by: "expires")],
        sweep: { sweep in
            try sweep.transaction.execute(
                """
                UPDATE wallet_mail_bytes SET bytes = (
                    SELECT COALESCE(SUM(size), 0) + COUNT(*) * ?1 FROM wallet_envelopes WHERE wallet_envelopes.realm = wallet_mail_bytes.realm)
                """, row)
        })

    // An envelope for an unknown recipient has neither a file nor a key, and fills a mailbox as others do.
    private static let tables: [SQL] = [
        """
        CREATE TABLE wallet_envelopes (
            realm TEXT NOT NULL, recipient TEXT NOT NULL, id TEXT NOT NULL, file TEXT, key BLOB, size BIGINT NOT NULL, received BIGINT NOT NULL,
            expires BIGINT NOT NULL, PRIMARY KEY (realm, recipient, id))
        """,
        "CREATE INDEX wallet_envelopes_size ON wallet_envelopes (realm, recipient, received, size)",
        "CREATE INDEX wallet_envelopes_expires ON wallet_envelopes (expires)",
        "CREATE INDEX wallet_envelopes_file ON wallet_envelopes (file)",
    ]

    // The sum of a realm is a row, changed in the transaction that changes the mail, since adding up the mail of a realm reads all of it.
    private static let sums: [SQL] = [
        "CREATE TABLE wallet_mail_bytes (realm TEXT NOT NULL, bytes BIGINT NOT NULL, PRIMARY KEY (realm))",
        """
        INSERT INTO wallet_mail_bytes (realm, bytes)
        SELECT realm, SUM(size) + COUNT(*) * 1024 FROM wallet_envelopes GROUP BY realm
        """,
    ]

    /// The bytes that each envelope counts for beside its own.
    static let row = 1024
    /// The time after which a file without a row belongs to no request that is still under way, in seconds.
    private static let longestRequest: TimeInterval = 3600

    let database: any Database
    let sealer: Sealer
    let files: any SealedFileStore
    let time: any TimeSource
    let random: any RandomSource
    /// The bytes of envelopes that are being written, by realm.
    let reserved = Mutex<[UUID: Int]>([:])

    init(_ platform: Platform, files: any SealedFileStore) {
        database = platform.database
        sealer = platform.sealer
        time = platform.time
        random = platform.random
        self.files = files
    }

    /// A file that was written and that no row has yet.
    struct Written: Sendable {
        let file: String
        let key: Secret
        let size: Int
    }

    /// Writes a body into a file of its own, piece by piece.
    ///
    /// - Parameter limit: the most bytes; a longer body is `.stamps`, and an empty one `.malformed`.
    func write<Body: AsyncSequence>(_ body: Body, upTo limit: Int) async throws -> Written where Body.Element == [UInt8] {
        let key = Secret(bytes: random.bytes(32))
        let file = "\(time.now.millisecondsSince1970)-\(random.uuid().text)"
        let (pieces, writer) = (SealedPieces(key: key), try await files.begin(file))
        do {
            var (waiting, number, size): ([UInt8], Int, Int) = ([], 0, 0)
            for try await chunk in body {
                size += chunk.count
                guard size <= limit else { throw Self.tooLong }
                waiting += chunk
                var start = 0
                // The last piece is known as such at the end alone, so one byte more than a piece must wait.
                while waiting.count - start > SealedPieces.length {
                    let piece = waiting[start..<(start + SealedPieces.length)]
                    try await writer.append(try pieces.seal(piece, number: number, isLast: false))
                    start += SealedPieces.length
                    number += 1
                }
                waiting.removeFirst(start)
            }
            guard size > 0 else { throw DeviceError(.malformed, "the envelope is empty") }
            try await writer.append(try pieces.seal(waiting, number: number, isLast: true))
            try await writer.finish()
            return Written(file: file, key: key, size: size)
        } catch {
            await files.remove([file])
            throw error
        }
    }

    /// The context to which the key of a file is bound.
    static func context(_ realm: UUID, _ file: String) -> String { "wallet-envelope/\(realm.text)/\(file)" }

    /// The files of a mailbox.
    static func files(of recipient: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [String] {
        try transaction.rows(
            "SELECT file FROM wallet_envelopes WHERE realm = ?1 AND recipient = ?2 AND file IS NOT NULL", realm, recipient
        ).map { try $0.text("file") }
    }

    /// Reads a body to its end, and keeps nothing of it.
    /// - Parameter limit: as in ``write(_:upTo:)``.
    static func pass<Body: AsyncSequence>(_ body: Body, upTo limit: Int) async throws where Body.Element == [UInt8] {
        var size = 0
        for try await chunk in body {
            size += chunk.count
            guard size <= limit else { throw tooLong }
        }
    }

    private static let tooLong = DeviceError(.stamps, "the envelope is longer than its stamps pay for")

    /// Removes files that no row has, and that no request can be writing any more.
    func removeStrayFiles() async throws {
        let oldest = time.now.addingTimeInterval(-Self.longestRequest).millisecondsSince1970
        let old = await files.names().filter { name in
            let made = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).first.flatMap { Int64(decimal: $0) }
            return made.map { $0 < oldest } ?? false
        }
        guard !old.isEmpty else { return }
        let stray = try await database.read { transaction in
            // All realms: the files of all of them are in one place.
            try old.filter { try transaction.row("SELECT 1 AS found FROM wallet_envelopes WHERE file = ?1", $0) == nil }
        }
        await files.remove(stray)
    }
}
