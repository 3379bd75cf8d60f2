package import Foundation
import Primitives
import ResourceMessages
package import Store
import Foundations

/// The account at a provider that a user signs in with: AM keeps it in the attribute `aliasList`, as `<provider>-<subject>`.
package enum AccountLink {
    static let attribute = "aliasList"

    /// The user whom a link names; nil when there is none. Subjects differ by their case.
    package static func user(_ link: String, realm: UUID, in transaction: any ReadTransaction) throws -> User? {
        let found = try candidates(link, realm: realm, in: transaction).compactMap { id in
            try Users.user(id, realm: realm, in: transaction)
        }.filter { links(of: $0).contains(link) }
        return found.count == 1 ? found[0] : nil
    }

    /// All links of a user.
    package static func links(of user: User) -> [String] { user.attributes[attribute]?.strings ?? [] }

    /// - Throws: `alreadyExists`, when a link of this user is another's.
    static func check(_ user: User, in transaction: any WriteTransaction) throws {
        // In one order, so that two users with the same links don't wait for each other.
        for link in links(of: user).sorted() {
            try transaction.hold(HeldName("account links", user.realm, link))
            for id in try candidates(link, realm: user.realm, in: transaction) where id != user.id {
                guard let other = try Users.user(id, realm: user.realm, in: transaction), links(of: other).contains(link) else { continue }
                throw DomainError(.alreadyExists, "another user has an alias of this user's")
            }
        }
    }

    /// Finds candidates by the index, which knows no case.
    private static func candidates(_ link: String, realm: UUID, in transaction: any ReadTransaction) throws -> [UUID] {
        guard let folded = UserIndex.folded(link) else { return [] }
        return try transaction.rows(
            "SELECT DISTINCT user_id FROM user_values WHERE realm = ?1 AND name = ?2 AND folded = ?3 AND type = 'text' LIMIT 100",
            realm, attribute, folded
        ).map { try $0.uuid("user_id") }
    }
}
