import DeviceMessages
import Directory
import Foundation
import Primitives
import Store
import Synchronization

/// The bounds on mail in bytes: of each mailbox, and of each realm.
extension Mailboxes {
    private static let full = DeviceError(.full, "there is no room for the envelope; try again later")

    /// Runs the writing of an envelope while its bytes count towards the realm's: so those who write at once don't fill the disk together. They
    /// are given back however it ends; what is kept then is counted by ``take(_:for:at:in:)``.
    ///
    /// - Throws: `.full` when the realm has no room for so many bytes.
    func reserving<Result>(_ bytes: Int, at site: WalletSite, _ write: () async throws -> Result) async throws -> Result {
        let (realm, limit) = (site.realm.id, site.settings.walletMailMebibytes << 20)
        let kept = try await database.lookUp { try Self.bytes(ofRealm: realm, in: $0) }
        let fits = reserved.withLock { reserved in
            let others = reserved[realm, default: 0]
            guard kept + others + bytes <= limit else { return false }
            reserved[realm] = others + bytes
            return true
        }
        guard fits else { throw Self.full }
        defer { reserved.withLock { $0[realm, default: 0] -= bytes } }
        return try await write()
    }

    /// Counts bytes for a mailbox and its realm, in the transaction that keeps the envelope.
    /// - Throws: `.full` when one of both has no room for them.
    static func take(_ bytes: Int, for recipient: UUID, at site: WalletSite, in transaction: any WriteTransaction) throws {
        let (realm, settings) = (site.realm.id, site.settings)
        // The realm's row first, which others that count have to wait for.
        try count(bytes, realm: realm, in: transaction)
        guard try self.bytes(of: recipient, realm: realm, in: transaction) + bytes <= settings.walletMailboxMebibytes << 20,
            try self.bytes(ofRealm: realm, in: transaction) <= settings.walletMailMebibytes << 20
        else { throw full }
    }

    /// Gives a realm bytes back, in the transaction that removes their mail.
    static func give(back bytes: Int, realm: UUID, in transaction: any WriteTransaction) throws {
        try count(-bytes, realm: realm, in: transaction)
    }

    /// The bytes that wait in a mailbox.
    static func bytes(of recipient: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> Int {
        let row = try transaction.row(
            "SELECT SUM(size) AS bytes, COUNT(*) AS count FROM wallet_envelopes WHERE realm = ?1 AND recipient = ?2", realm, recipient)
        return Int(try row?.optionalInt("bytes") ?? 0) + Int(try row?.int("count") ?? 0) * Mailboxes.row
    }

    private static func bytes(ofRealm realm: UUID, in transaction: any ReadTransaction) throws -> Int {
        Int(try transaction.row("SELECT bytes FROM wallet_mail_bytes WHERE realm = ?1", realm)?.int("bytes") ?? 0)
    }

    private static func count(_ bytes: Int, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO wallet_mail_bytes (realm, bytes) VALUES (?1, ?2)
            ON CONFLICT (realm) DO UPDATE SET bytes = wallet_mail_bytes.bytes + excluded.bytes
            """, realm, bytes)
    }
}
