package import Foundation
import JourneyMessages
package import PasswordHashes
package import Primitives
import ResourceMessages
package import Store
import Foundations

extension User {
    /// A user whom another product or server had.
    package init(imported id: UUID, realm: UUID, username: String, created: Date) {
        self.init(id: id, realm: realm, username: username, status: .active, attributes: JSONObject(), created: created)
    }
}

/// A user whom another product or server had, about to be stored.
package struct IncomingUser: Sendable {
    /// The account; its password's hash is ``Accounts/stored(_:)``.
    package fileprivate(set) var user: User
    /// The standing of its address.
    package let mail: RecoveryAddress.Standing
    /// Whether a second factor came along, so that the user is asked for it.
    package let hasFactor: Bool

    package init(user: User, mail: RecoveryAddress.Standing, hasFactor: Bool) {
        self.user = user
        self.mail = mail
        self.hasFactor = hasFactor
    }
}

/// The way in which a user is taken who is there already, by id or name.
package enum ImportConflict: Sendable {
    /// The record is refused.
    case fail
    /// The user stays as they are.
    case skip
    /// The record's attributes take the place of the user's. Password, factors and status stay; a user without password gets the record's.
    case update
}

/// The change that an import has made.
package enum ImportedAccount: Sendable, Equatable {
    case created(UUID)
    case updated(UUID)
    case skipped
}

extension Accounts {
    /// The text of a hash of another product, as it is stored until the first login.
    package func stored(_ hash: ForeignHash) -> String { StoredPassword(importing: hash, random: random).text }

    /// The text of a hash that a server of this kind has exported.
    /// - Throws: ``PasswordError`` for a text that is none.
    package func stored(own text: String) throws(PasswordError) -> String { try StoredPassword(parsing: text).text }

    /// Checks an account by the rules of its realm; it may lack what the schema requires.
    ///
    /// - Parameters:
    ///   - new: the account with its name, and with the attributes that the schema must know.
    ///   - others: attributes that are kept where the schema knows them.
    /// - Returns: the account, and the names of the attributes that it doesn't keep.
    /// - Throws: ``PolicyViolation``; `invalid` for an attribute that the schema doesn't know.
    package func incoming(
        _ new: IncomingUser, others: JSONObject, in realm: Realm, _ schema: ProfileSchema
    ) throws -> (IncomingUser, leftOut: [String]) {
        var (new, leftOut) = (new, [String]())
        let document = AccountDocument.of(new.user)
        try check(document, replacing: JSONObject(), schema)
        let violations = schema.attributes.compactMap { attribute -> PolicyViolation.Property? in
            let value = document[attribute.path]
            return value == nil && attribute.path != .userName ? nil : violation(attribute, value, in: realm)
        }
        guard violations.isEmpty else { throw PolicyViolation(properties: violations) }
        for member in others.members {
            guard let attribute = schema[member.name], attribute.path != .userName, attribute.path != .accountStatus,
                new.user.attributes[attribute.path] == nil, attribute.failures(of: member.value).isEmpty
            else {
                leftOut.append(member.name)
                continue
            }
            new.user.attributes[attribute.path] = member.value
        }
        return (new, leftOut)
    }

    /// Stores an account in a transaction. When it throws, nothing of the account is written.
    ///
    /// - Throws: `alreadyExists` for an id or name that is taken, as the conflict's way has it; as ``create(_:in:by:)``.
    package func store(
        _ new: IncomingUser, _ conflict: ImportConflict, at now: Date, in transaction: any WriteTransaction
    ) throws -> ImportedAccount {
        let (realm, user) = (new.user.realm, new.user)
        let byID = try Users.user(user.id, realm: realm, in: transaction)
        let byName = try Users.user(named: user.username, realm: realm, in: transaction)
        guard let there = byID ?? byName else {
            let making = AccountMaking(change: "imported", time: now)
            let made = try users.insert(user, isMFAEnabled: new.hasFactor ? true : nil, mail: new.mail, making, in: transaction)
            if let last = user.lastLogin { try Users.recordLogin(of: made.id, realm: realm, at: last, in: transaction) }
            return .created(made.id)
        }
        if let byName, byName.id != there.id { throw Users.taken(user.username) }
        switch conflict {
        case .fail: throw Users.taken(there.username)
        case .skip: return .skipped
        case .update: return try update(there, by: new, at: now, in: transaction)
        }
    }

    private func update(
        _ there: User, by new: IncomingUser, at now: Date, in transaction: any WriteTransaction
    ) throws -> ImportedAccount {
        var changed = there
        changed.attributes.merge(new.user.attributes.members)
        changed.recovery = changed.recovery(replacing: there, new.mail)
        try AccountLink.check(changed, in: transaction)
        let isSame = changed.attributes == there.attributes && changed.recovery == there.recovery
        guard !isSame || (there.passwordHash == nil && new.user.passwordHash != nil) else { return .skipped }
        if !isSame { _ = try users.replace(changed, in: transaction) }
        if there.passwordHash == nil, let hash = new.user.passwordHash {
            try transaction.execute(
                "UPDATE users SET password = ?3 WHERE realm = ?1 AND id = ?2 AND password IS NULL", there.realm, there.id, hash)
        }
        try audit.append(.userChanged, ["change": "import"], at: now, realm: there.realm, user: there.id, in: transaction)
        return .updated(there.id)
    }
}
