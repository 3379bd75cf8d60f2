import Foundation
import Primitives
package import ResourceMessages
import Store

extension Accounts {
    /// The users of a realm that a query wants.
    /// - Throws: `invalid` for a field that the schema doesn't make searchable.
    package func users(_ query: UserQuery, in realm: Realm) async throws -> [User] {
        try query.check(try await schema(of: realm))
        var sql = UserQuerySQL(realm: realm.id)
        var parts: [SQL] = ["SELECT u.* FROM users u WHERE u.realm = ?1 AND", sql.condition(query.filter)]
        if case .after(let name) = query.start { parts += ["AND u.folded >", sql.parameter(Users.position(name))] }
        parts += [sql.order(query.order), "LIMIT", sql.parameter(query.limit)]
        if case .offset(let count) = query.start { parts += ["OFFSET", sql.parameter(max(0, count))] }
        let (statement, values) = (SQL.joined(parts), sql.values)
        return try await database.read { try $0.rows(statement, values: values).map(Users.user) }
    }

    /// Counts the users of a realm that match a filter.
    /// - Throws: as ``users(_:in:)``.
    package func count(_ filter: QueryFilter, in realm: Realm) async throws -> Int {
        try UserQuery(filter).check(try await schema(of: realm))
        var sql = UserQuerySQL(realm: realm.id)
        let statement = SQL.joined(["SELECT COUNT(*) AS count FROM users u WHERE u.realm = ?1 AND", sql.condition(filter)])
        let values = sql.values
        return try await database.read { Int(try $0.rows(statement, values: values).first?.int("count") ?? 0) }
    }

    /// The one user whose attribute has a value, as a journey looks for a user; nil when there is none or more than one. Of an e-mail
    /// address, the user who has proved it, before those who only claim it.
    /// - Throws: as ``users(_:in:)``.
    package func user(with value: String, of field: FieldPath, in realm: Realm) async throws -> User? {
        if field == .userName { return try await users.user(named: value, in: realm.id) }
        try UserQuery(.present(field)).check(try await schema(of: realm))
        if field.description == User.mail {
            return try await database.read { try Users.user(mail: value, realm: realm.id, in: $0) }
        }
        guard let folded = UserIndex.folded(value) else { return nil }
        let name = field.description
        return try await database.read { transaction in
            // By the index alone: a journey asks this at every login. A list may have the same value twice.
            let ids = try transaction.rows(
                """
                SELECT DISTINCT user_id FROM user_values WHERE realm = ?1 AND name = ?2 AND folded = ?3 AND type = 'text' LIMIT 2
                """, realm.id, name, folded
            ).map { try $0.uuid("user_id") }
            return ids.count == 1 ? try Users.user(ids[0], realm: realm.id, in: transaction) : nil
        }
    }

    /// Whether a filter wants a user. A sensitive attribute has no value for it; a structure has those of its parts that aren't.
    package func matches(_ filter: QueryFilter, _ user: User, in realm: Realm) async throws -> Bool {
        var document = AccountDocument.profile(user, by: try await schema(of: realm))
        document["_id"] = .string(user.id.text)
        return filter.matches(document, folding: UserIndex.folded)
    }
}
