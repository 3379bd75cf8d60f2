import Crypto
import DeviceMessages
import Directory
package import Foundation
import Foundations
import Metrics
import Primitives
import SealedFiles
import Store
package import WalletMessages

extension Wallets {
    /// An envelope on its way: the sender's id for it, and to whom.
    package struct Posting: Sendable {
        /// The envelope's id, which its sender made up.
        package let id: UUID
        /// The id of the instance that it is for.
        package let recipient: UUID
        /// The stamps that pay for it, not verified yet.
        package let stamps: [Stamp]
        /// The length that the sender announces, in bytes; nil when it announces none.
        package let length: Int?

        package init(id: UUID, recipient: UUID, stamps: [Stamp], length: Int?) {
            self.id = id
            self.recipient = recipient
            self.stamps = stamps
            self.length = length
        }

        /// The hash by which the same sending is known again.
        fileprivate var digest: [UInt8] { SHA256.hash(data: Array("\(recipient.text)/\(id.text)".utf8)).bytes }
    }

    /// The way in which a sending ended. Its sender isn't told.
    private enum Outcome: String { case kept, repeated, unknown }

    /// Keeps an envelope until its recipient has it. What is known of the sender is that stamps pay for it.
    ///
    /// - Throws: `.stamps`, `.replayed`; `.full` for a mailbox or a realm without room, be the recipient known or not; `.malformed`.
    package func post<Body: AsyncSequence>(_ posting: Posting, _ body: Body, at site: WalletSite) async throws
    where Body.Element == [UInt8] {
        let stamps = try await verified(posting.stamps, at: site)
        let paid = min(stamps.count * MailLimits.bytesPerStamp, MailLimits.longestEnvelope)
        if let length = posting.length, length > paid {
            throw length > MailLimits.longestEnvelope
                ? DeviceError(.malformed, "an envelope has at most \(MailLimits.longestEnvelope) bytes")
                : DeviceError(.stamps, "the envelope is longer than its stamps pay for")
        }
        let outcome = try await take(posting, body, stamps, upTo: paid, at: site)
        Counter(label: "wallet_envelopes_total", dimensions: [("outcome", outcome.rawValue)]).increment()
        if outcome == .kept { bell.ring(posting.recipient, at: site) }
    }

    /// Writes and keeps an envelope. Stamps that were spent before cost neither room nor a file.
    private func take<Body: AsyncSequence>(
        _ posting: Posting, _ body: Body, _ stamps: [GoodStamp], upTo paid: Int, at site: WalletSite
    ) async throws -> Outcome where Body.Element == [UInt8] {
        let realm = site.realm.id
        guard try await !database.lookUp({ try StampKeys.areSpent(stamps, for: posting.digest, realm: realm, in: $0) }) else {
            try await Mailboxes.pass(body, upTo: paid)
            return .repeated
        }
        return try await mail.reserving((posting.length ?? paid) + Mailboxes.row, at: site) {
            let written = try await mail.write(body, upTo: paid)
            do {
                let outcome = try await keep(written, posting, stamps, at: site)
                if outcome != .kept { await mail.files.remove([written.file]) }
                return outcome
            } catch {
                await mail.files.remove([written.file])
                throw error
            }
        }
    }

    private func keep(
        _ written: Mailboxes.Written, _ posting: Posting, _ stamps: [GoodStamp], at site: WalletSite
    ) async throws -> Outcome {
        let (realm, now, settings, digest) = (site.realm.id, time.now, site.settings, posting.digest)
        let key = try mail.sealer.seal(written.key, context: Mailboxes.context(realm, written.file))
        return try await database.write { transaction in
            guard try !StampKeys.areSpent(stamps, for: digest, realm: realm, in: transaction) else { return .repeated }
            try StampKeys.spend(
                stamps.prefix(MailLimits.stamps(for: written.size)), for: digest, realm: realm, in: transaction)
            let earlier = try transaction.row(
                "SELECT 1 AS found FROM wallet_envelopes WHERE realm = ?1 AND recipient = ?2 AND id = ?3", realm, posting.recipient,
                posting.id)
            guard earlier == nil else { return .repeated }
            try Mailboxes.take(written.size + Mailboxes.row, for: posting.recipient, at: site, in: transaction)
            let isKnown = try WalletInstance.find(posting.recipient, realm: realm, in: transaction) != nil
            try transaction.execute(
                """
                INSERT INTO wallet_envelopes (realm, recipient, id, file, key, size, received, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """, realm, posting.recipient, posting.id, isKnown ? written.file : nil, isKnown ? key : nil, written.size, now,
                now.addingTimeInterval(TimeInterval(settings.walletMailLifetime)))
            return isKnown ? .kept : .unknown
        }
    }

    /// The envelopes that wait for an instance.
    package func mailbox(of instance: WalletInstance) async throws -> MailboxListing {
        let now = time.now
        let rows = try await database.read { transaction in
            try transaction.rows(
                """
                SELECT id, size, received FROM wallet_envelopes
                WHERE realm = ?1 AND recipient = ?2 AND file IS NOT NULL AND expires > ?3 ORDER BY received, id LIMIT ?4
                """, instance.realm, instance.id, now, MailboxListing.most + 1)
        }
        let items = try rows.prefix(MailboxListing.most).map { row in
            MailboxListing.Item(id: try row.uuid("id"), size: Int(try row.int("size")), received: try row.date("received"))
        }
        return MailboxListing(items: items, hasMore: rows.count > MailboxListing.most)
    }

    /// One of them.
    /// - Throws: `.notFound`.
    package func envelope(_ id: UUID, of instance: WalletInstance) async throws -> StoredEnvelope {
        let now = time.now
        let row = try await database.read { transaction in
            try transaction.row(
                """
                SELECT file, key, size FROM wallet_envelopes
                WHERE realm = ?1 AND recipient = ?2 AND id = ?3 AND file IS NOT NULL AND expires > ?4
                """, instance.realm, instance.id, id, now)
        }
        guard let row else { throw DeviceError(.notFound, "no envelope of this id waits") }
        let file = try row.text("file")
        let key = try mail.sealer.open(try row.blob("key"), context: Mailboxes.context(instance.realm, file))
        return StoredEnvelope(size: Int(try row.int("size")), file: file, pieces: SealedPieces(key: key), files: mail.files)
    }

    /// Removes an envelope that its recipient has; one that isn't there is no error.
    package func acknowledge(_ id: UUID, of instance: WalletInstance) async throws {
        let file = try await database.write { transaction -> String? in
            let row = try transaction.row(
                "SELECT file, size FROM wallet_envelopes WHERE realm = ?1 AND recipient = ?2 AND id = ?3", instance.realm, instance.id, id)
            guard let row else { return nil }
            let gone = try transaction.execute(
                "DELETE FROM wallet_envelopes WHERE realm = ?1 AND recipient = ?2 AND id = ?3", instance.realm, instance.id, id)
            guard gone == 1 else { return nil }
            try Mailboxes.give(back: Int(try row.int("size")) + Mailboxes.row, realm: instance.realm, in: transaction)
            return try row.optionalText("file")
        }
        if let file { await mail.files.remove([file]) }
    }
}
