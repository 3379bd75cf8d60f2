package import Foundation
import Primitives
import ResourceMessages
import Store
import Foundations

/// The e-mail address by which an account is recovered, and how it is known to be its owner's.
///
/// It stands beside the profile's `mail`, which its owner may set to anything: until the owner has opened a link or entered a code that was
/// sent there, the new address recovers nothing, and the old one still does (docs/decisions/0041-proven-addresses.md).
package struct RecoveryAddress: Sendable, Equatable {
    /// The e-mail address, as it was given.
    package let text: String
    package var standing: Standing

    /// The way in which an address came to an account; of several accounts that name one, the best counts.
    package enum Standing: Int, Sendable, CaseIterable {
        /// The owner of the account has read a message that was sent there.
        case proven = 0
        /// An administrator gave it, or the account had it before proofs were kept.
        case given = 1
        /// It was typed by the author of the account.
        case claimed = 2
    }

    package init(_ text: String, _ standing: Standing) {
        self.text = text
        self.standing = standing
    }

    /// Whether a text is this address, but for the case of ASCII letters. Another text that matches in a search may be another person's
    /// mailbox, such as `strauss@` beside `strauß@`: a proof of one is none of the other.
    package func isSame(as other: String?) -> Bool {
        guard let other else { return false }
        return other.utf8.lazy.map(Self.lowered).elementsEqual(text.utf8.lazy.map(Self.lowered))
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// The form in which addresses are compared; nil for a text that is none for its length.
    static func folded(_ text: String) -> String? { UserIndex.folded(text) }
}

extension User {
    /// The name of the profile's attribute with the e-mail address.
    package static let mail = "mail"

    /// Whether the owner has proved the address that the profile names: `email_verified`.
    package var isMailProven: Bool {
        guard let recovery, recovery.standing == .proven else { return false }
        return recovery.isSame(as: attribute(Self.mail))
    }

    /// The address of messages that give the account back, or are a factor.
    package var recoveryMail: String? { recovery?.text ?? attribute(Self.mail) }

    /// The recovery address after the profile has changed.
    ///
    /// - Parameter standing: how the new `mail` is known; `claimed` leaves an address that there is.
    func recovery(replacing old: User?, _ standing: RecoveryAddress.Standing) -> RecoveryAddress? {
        let (mail, before) = (attribute(Self.mail), old?.recovery ?? old?.attribute(Self.mail).map { RecoveryAddress($0, .given) })
        guard let mail else { return standing == .claimed ? before : nil }
        guard old == nil || mail != old?.attribute(Self.mail) || standing == .proven else { return before }
        if let before, before.isSame(as: mail) {
            return RecoveryAddress(mail, before.standing.rawValue <= standing.rawValue ? before.standing : standing)
        }
        return standing == .claimed ? before ?? RecoveryAddress(mail, .claimed) : RecoveryAddress(mail, standing)
    }
}

extension Users {
    /// The columns that the step "recovery addresses" of the schema's history adds. The addresses of accounts that there were are put in
    /// with the index.
    static let recoveryColumns: [SQL] = [
        "ALTER TABLE users ADD COLUMN recovery_mail TEXT",
        "ALTER TABLE users ADD COLUMN recovery_folded TEXT",
        "ALTER TABLE users ADD COLUMN recovery_standing BIGINT NOT NULL DEFAULT 1",
        "CREATE INDEX users_recovery ON users (realm, recovery_folded)",
        "UPDATE users SET indexed = 0",
    ]

    static func recovery(_ row: Row) throws -> RecoveryAddress? {
        try row.optionalText("recovery_mail").map {
            RecoveryAddress($0, RecoveryAddress.Standing(rawValue: Int(try row.int("recovery_standing"))) ?? .claimed)
        }
    }

    /// Writes a user's recovery address.
    static func writeRecovery(_ user: User, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE users SET recovery_mail = ?3, recovery_folded = ?4, recovery_standing = ?5 WHERE realm = ?1 AND id = ?2", user.realm,
            user.id, user.recovery?.text, user.recovery.flatMap { RecoveryAddress.folded($0.text) },
            Int64((user.recovery?.standing ?? .given).rawValue))
    }

    /// The user whom an address names: of all accounts that name it, or else another that a search takes for it, the one where it is known best. A user who types another's address
    /// into their own profile neither gets nor hides the other's account.
    ///
    /// - Returns: nil when there is none, or two know it equally well; of those who only claim it, the oldest account.
    static func user(mail address: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        guard let folded = RecoveryAddress.folded(address) else { return nil }
        let recovered = try transaction.rows(
            """
            SELECT * FROM users WHERE realm = ?1 AND recovery_folded = ?2
            ORDER BY LOWER(recovery_mail) = LOWER(?3) DESC, recovery_standing, created, id LIMIT 2
            """, realm, folded, address
        ).map(user)
        let exact = recovered.filter { $0.recovery?.isSame(as: address) ?? false }
        let known = exact.isEmpty ? recovered : exact
        if let best = known.first {
            let isAlone = known.count == 1 || known[1].recovery?.standing != best.recovery?.standing
            return isAlone || best.recovery?.standing == .claimed ? best : nil
        }
        let ids = try transaction.rows(
            "SELECT DISTINCT user_id FROM user_values WHERE realm = ?1 AND name = ?2 AND folded = ?3 AND type = 'text' LIMIT 2", realm,
            User.mail, folded
        ).map { try $0.uuid("user_id") }
        return ids.count == 1 ? try user(ids[0], realm: realm, in: transaction) : nil
    }
}

extension Accounts {
    /// Takes down that the owner of an account has read a message that was sent to an address. Nothing happens when the account neither has
    /// nor had the address.
    package func proveMail(_ address: String, of id: UUID, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            guard var user = try Users.user(id, realm: realm.id, in: transaction) else { return }
            let mail = user.attribute(User.mail)
            let proven = RecoveryAddress(address, .proven)
            guard proven.isSame(as: mail) || user.recovery?.isSame(as: address) ?? false else { return }
            let next = RecoveryAddress(proven.isSame(as: mail) ? mail ?? address : user.recovery?.text ?? address, .proven)
            guard user.recovery != next else { return }
            user.recovery = next
            try Users.writeRecovery(user, in: transaction)
            try audit.append(
                .userChanged, ["change": "mail proven"], at: now, realm: realm.id, user: user.id, in: transaction)
        }
    }
}
