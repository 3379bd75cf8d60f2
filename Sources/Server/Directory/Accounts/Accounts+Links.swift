package import Foundation
import Primitives
import Foundations

extension Accounts {
    /// Whether a user could still sign in without one of their accounts at other providers.
    package static func canUnlink(_ user: User) -> Bool { user.passwordHash != nil || AccountLink.links(of: user).count > 1 }

    /// Takes one of a user's links to an account at another provider away; nothing happens when there is no such link.
    /// - Throws: `notPermitted` for the last way in.
    package func unlink(_ link: String, of id: UUID, in realm: Realm) async throws {
        guard let user = try await users.user(id, in: realm.id), AccountLink.links(of: user).contains(link) else { return }
        guard Self.canUnlink(user) else { throw DomainError(.notPermitted, "the account has no other way to sign in") }
        _ = try await change(id, in: realm, revision: user.revision) { document in
            let rest = AccountLink.links(of: user).filter { $0 != link }
            document[AccountLink.attribute] = rest.isEmpty ? nil : .array(rest.map(JSONValue.string))
        }
    }
}
