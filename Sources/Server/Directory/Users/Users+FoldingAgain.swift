package import Foundation
import Primitives
import Store
import Foundations

/// A piece of news about users' names after they were compared by another version of the folding.
package struct UserNameNotice: Sendable, Equatable, CustomStringConvertible {
    /// The kind of clash.
    package enum Kind: Sendable, Equatable {
        /// Several users have what is one name now. Each is found by the exact name, and none by any other form.
        case shared
        /// A user has a name that something else is written in, which no user could take now.
        case reserved(String)
    }

    package let kind: Kind
    /// The id of the realm.
    package let realm: UUID
    /// The user names concerned.
    package let names: [String]

    package var description: String {
        let names = names.map { JSONValue.string($0).text }.joined(separator: ", ")
        return switch kind {
        case .shared:
            "the users \(names) of realm \(realm.text) have one name now: each is found by it only as it stands here; rename all but one"
        case .reserved(let form): "the user \(names) of realm \(realm.text) has a name that is \(form); no other user gets such a name"
        }
    }
}

extension Users {
    /// The number of users that one transaction looks at.
    private static let batch: Int64 = 100

    /// Folds the names and profiles again that another version has folded, and then finds out whose names have become one. No user is lost or
    /// made one with another, whenever this is broken off.
    func foldAgain() async throws -> [UserNameNotice] {
        // Asked first, so that a start with nothing to do writes nothing.
        guard try await isAnyFoldedOtherwise() else { return [] }
        var notices: [UserNameNotice] = []
        let version = NameFolding.version
        for (least, most) in [(Int64.min, -version), (-version, version), (version, Int64.max)] {
            while let found = try await foldSome(from: least, to: most) { notices += found }
        }
        while let found = try await compareSome() { notices += found }
        return notices
    }

    /// Whether there are users whom another version has folded, or whose keys are still to be compared.
    private func isAnyFoldedOtherwise() async throws -> Bool {
        try await database.lookUp { transaction in
            // All realms: one question at each start.
            let earlier = try transaction.row("SELECT 1 FROM users WHERE folding < ?1 LIMIT 1", NameFolding.version)
            guard earlier == nil else { return true }
            return try transaction.row("SELECT 1 FROM users WHERE folding > ?1 LIMIT 1", NameFolding.version) != nil
        }
    }

    /// Folds some users' names and profiles; nil when none are left. A key that changes has the id behind it at first, so that it is no
    /// other user's.
    private func foldSome(from least: Int64, to most: Int64) async throws -> [UserNameNotice]? {
        try await database.write { transaction in
            // All realms: done once, when the data are opened by another version.
            let old = try transaction.rows(
                "SELECT * FROM users WHERE folding > ?1 AND folding < ?2 LIMIT ?3", least, most, Self.batch
            ).map(Self.user)
            for user in old {
                let folded = Self.folded(user.username)
                let isSame = folded.utf8.elementsEqual(user.nameKey.utf8)
                let key = isSame ? UserNameKey(folded: folded) : UserNameKey(folded: folded, sharedBy: user.id)
                try Self.write(key, isSame ? NameFolding.version : -NameFolding.version, of: user, in: transaction)
                try UserIndex.write(user, in: transaction)
                try Self.writeRecovery(user, in: transaction)
            }
            return try old.isEmpty ? nil : old.compactMap { try reservedNotice($0, in: transaction) }
        }
    }

    private func reservedNotice(_ user: User, in transaction: any ReadTransaction) throws -> UserNameNotice? {
        let key = Self.folded(user.username)
        guard let form = try ReservedForm(of: key)?.rawValue ?? reservations.reading(of: key, realm: user.realm, in: transaction) else {
            return nil
        }
        return UserNameNotice(kind: .reserved(form), realm: user.realm, names: [user.username])
    }

    /// Gives some users whose keys have changed the key that is theirs to stay; nil when none are left.
    private func compareSome() async throws -> [UserNameNotice]? {
        let now = time.now
        return try await database.write { [audit] transaction in
            // All realms: the folding of names is one for the whole database.
            let waiting = try transaction.rows("SELECT * FROM users WHERE folding = ?1 LIMIT ?2", -NameFolding.version, Self.batch).map(
                Self.user)
            var (notices, done) = ([UserNameNotice](), Set<UUID>())
            for user in waiting where !done.contains(user.id) {
                let folded = Self.folded(user.username)
                let group = try Self.users(folded: folded, realm: user.realm, in: transaction)
                guard group.count > 1 else {
                    try Self.write(UserNameKey(folded: folded), NameFolding.version, of: user, in: transaction)
                    continue
                }
                for member in group {
                    let key = UserNameKey(folded: folded, sharedBy: member.id)
                    try Self.write(key, NameFolding.version, of: member, in: transaction)
                    try audit.append(
                        .userChanged, ["change": "name shared"], at: now, realm: member.realm, user: member.id, in: transaction)
                    done.insert(member.id)
                }
                notices.append(UserNameNotice(kind: .shared, realm: user.realm, names: group.map(\.username)))
            }
            return waiting.isEmpty ? nil : notices
        }
    }

    private static func write(_ key: UserNameKey, _ folding: Int64, of user: User, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE users SET folded = ?3, folding = ?4 WHERE realm = ?1 AND id = ?2", user.realm, user.id, key.text, folding)
    }
}
