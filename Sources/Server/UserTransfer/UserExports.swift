package import Directory
import Primitives
package import UserFiles

/// Gives users as records that an import reads.
package struct UserExports: Sendable {
    let accounts: Accounts

    package init(accounts: Accounts) { self.accounts = accounts }

    /// Users by name.
    ///
    /// - Parameters:
    ///   - key: the ``User/nameKey`` after which they begin.
    ///   - withHashes: whether the hashes of passwords come along.
    /// - Returns: the records, and the key of the last one; nil after the last user.
    package func records(
        in realm: Realm, after key: String, limit: Int, withHashes: Bool
    ) async throws -> (records: [UserFileRecord], last: String?) {
        let users = try await accounts.users.list(in: realm.id, after: key, limit: limit)
        return (users.map { Self.record(of: $0, withHashes: withHashes) }, users.last?.nameKey)
    }

    private static func record(of user: User, withHashes: Bool) -> UserFileRecord {
        var record = UserFileRecord(username: user.username)
        (record.id, record.attributes, record.isEnabled) = (user.id, user.attributes, user.status == .active)
        if user.attribute(User.mail) != nil { record.isMailVerified = user.isMailProven ? true : nil }
        (record.created, record.lastLogin) = (user.created, user.lastLogin)
        if withHashes { record.password = user.passwordHash.map { .own($0) } }
        return record
    }
}
