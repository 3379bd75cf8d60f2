import Foundation
import Foundations
import Primitives
import Store
import VerificationMessages

/// A card of a submission: what the app said, with the keys of its images, and what was read on it. Both are sealed.
struct StoredCard: Sendable {
    let submission: Int
    let card: IdentityCard
    /// The data that were read; nil before.
    let reading: CardReading?
    let received: Date

    /// The longest reading, in bytes: a portrait and a barcode.
    private static let longestReading = 16 << 20

    /// The cards of all submissions, in their order.
    static func history(
        of stored: StoredVerification, opening sealer: Sealer, in transaction: any ReadTransaction
    ) throws -> [StoredCard] {
        try transaction.rows(
            "SELECT * FROM verification_cards WHERE realm = ?1 AND verification = ?2 ORDER BY submission, type", stored.realm, stored.id
        ).map { row in
            let (submission, type) = (Int(try row.int("submission")), try row.text("type"))
            let content = try sealer.openJSON(try row.blob("content"), context: context(stored, submission, type, "card"))
            let reading = try row.optionalBlob("reading").map { sealed in
                let opened = try sealer.open(sealed, context: context(stored, submission, type, "reading"))
                let json = try JSONValue(parsing: opened.withBytes { Array($0) }, limits: .own(bytes: longestReading))
                return try CardReading(json: json)
            }
            return StoredCard(
                submission: submission, card: try IdentityCard(json: content), reading: reading, received: try row.date("received"))
        }
    }

    /// The cards of the last submission.
    static func all(
        of stored: StoredVerification, opening sealer: Sealer, in transaction: any ReadTransaction
    ) throws -> [StoredCard] {
        try history(of: stored, opening: sealer, in: transaction).filter { $0.submission == stored.submissions }
    }

    /// Writes a card of the last submission.
    static func put(
        _ card: IdentityCard, of stored: StoredVerification, sealer: Sealer, at now: Date, in transaction: any WriteTransaction
    ) throws {
        let (submission, type) = (stored.submissions, card.type.rawValue)
        let content = try sealer.seal(card.json, context: context(stored, submission, type, "card"))
        try transaction.execute(
            """
            INSERT INTO verification_cards (realm, verification, submission, type, user_id, content, received)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, stored.realm, stored.id, submission, type, stored.user, content, now)
    }

    /// Keeps what was read on a card of the last submission.
    static func keep(
        _ reading: CardReading, of type: IdentityCardType, _ stored: StoredVerification, sealer: Sealer,
        in transaction: any WriteTransaction
    ) throws {
        let sealed = try sealer.seal(reading.json, context: context(stored, stored.submissions, type.rawValue, "reading"))
        try transaction.execute(
            "UPDATE verification_cards SET reading = ?5 WHERE realm = ?1 AND verification = ?2 AND submission = ?3 AND type = ?4",
            stored.realm, stored.id, stored.submissions, type.rawValue, sealed)
    }

    private static func context(_ stored: StoredVerification, _ submission: Int, _ type: String, _ part: String) -> String {
        stored.context("\(submission)/\(type)/\(part)")
    }
}
