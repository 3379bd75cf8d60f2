import Foundation
import Primitives
package import ResourceMessages
package import Store
package import Foundations

/// The values of all profiles, a row each, by which queries find users in any engine: SQLite and PostgreSQL read JSON differently.
///
/// It is written in the transaction that changes a user, and says nothing that the user's own row doesn't say.
package enum UserIndex {
    /// The table `user_values`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(2, "profiles", place: 1, tables), SchemaStep(42, "rows by index", place: 8, valueIndex)],
        tables: [
            .owned(
                "user_values",
                filled: .byStrangers(
                    .init(
                        by: .address, bytes: 64 << 10, renewals: .none,
                        lifetime: .lasting(because: "of accounts that people make for themselves"))), by: .user("user_id"))
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE user_values (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, name TEXT NOT NULL, position BIGINT NOT NULL, type TEXT NOT NULL,
            folded TEXT, number DOUBLE PRECISION, PRIMARY KEY (realm, user_id, name, position))
        """,
        "CREATE INDEX user_values_folded ON user_values (realm, name, folded)",
    ]

    // The index has the user too, so that the users of a value are found without reading the table.
    private static let valueIndex: [SQL] = [
        "DROP INDEX user_values_folded",
        "CREATE INDEX user_values_folded ON user_values (realm, name, folded, type, user_id)",
    ]

    /// The longest text that is indexed, in bytes of its folded form. Searchable attributes are shorter.
    private static let longest = 2048
    /// The longest that is folded.
    static let longestGiven = 4096

    /// Writes what is known of a user in place of what was.
    package static func write(_ user: User, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM user_values WHERE realm = ?1 AND user_id = ?2", user.realm, user.id)
        var rows: [(String, Int, JSONValue)] = []
        collect(.object(AccountDocument.searchable(user)), at: [], into: &rows)
        for (name, position, value) in rows {
            let (type, folded, number) = columns(value)
            try transaction.execute(
                """
                INSERT INTO user_values (realm, user_id, name, position, type, folded, number) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """, user.realm, user.id, name, position, type, folded, number)
        }
    }

    /// The form in which a text of a profile is compared; nil for one that nothing is compared with.
    ///
    /// - Parameter comparison: the way in which a text is looked for that this is; a stored one is whole.
    package static func folded(_ text: String, _ comparison: QueryFilter.Comparison = .equals) -> String? {
        NameFolding.folded(text, upTo: longestGiven, NameFolding.Ends(comparison))
    }

    private static func collect(_ value: JSONValue, at names: [String], into rows: inout [(String, Int, JSONValue)]) {
        switch value {
        case .null: break
        case .object(let object):
            for member in object.members { collect(member.value, at: names + [member.name], into: &rows) }
        case .array(let elements):
            for (position, element) in elements.enumerated() { add(element, position, at: names, into: &rows) }
        default: add(value, 0, at: names, into: &rows)
        }
    }

    /// Adds the rows of a value. A value without a path can't be named by a filter.
    private static func add(_ value: JSONValue, _ position: Int, at names: [String], into rows: inout [(String, Int, JSONValue)]) {
        if let path = FieldPath(names: names) { rows.append((path.description, position, value)) }
    }

    /// A value's type and its form for comparing. A value that can't be compared is present all the same.
    private static func columns(_ value: JSONValue) -> (type: String, folded: String?, number: Double?) {
        switch value {
        case .string(let text):
            guard let folded = folded(text), folded.utf8.count <= longest else { return ("other", nil, nil) }
            return ("text", folded, nil)
        case .integer, .number: return ("number", nil, value.number)
        case .bool(let flag): return ("flag", nil, flag ? 1 : 0)
        default: return ("other", nil, nil)
        }
    }
}

extension Users {
    /// Indexes the users of a database that was made before there was an index, or whose names were compared by another version of the
    /// folding; nothing to do at every later start.
    ///
    /// - Returns: the findings about their names for an administrator.
    @discardableResult
    package func indexOldUsers() async throws -> [UserNameNotice] {
        while try await indexSome() {}
        return try await foldAgain()
    }

    /// Indexes up to a hundred; false when none are left.
    private func indexSome() async throws -> Bool {
        // Asked first, so that a start with nothing to do writes nothing.
        // All realms: one question at each start.
        guard try await database.lookUp({ try $0.row("SELECT 1 FROM users WHERE indexed = 0 LIMIT 1") != nil }) else { return false }
        return try await database.write { transaction in
            // All realms: done once, when the data are opened.
            let old = try transaction.rows("SELECT * FROM users WHERE indexed = 0 LIMIT 100").map(Self.user)
            for user in old {
                try UserIndex.write(user, in: transaction)
                if user.recovery == nil {
                    var known = user
                    known.recovery = user.attribute(User.mail).map { RecoveryAddress($0, .given) }
                    try Self.writeRecovery(known, in: transaction)
                }
                try transaction.execute("UPDATE users SET indexed = 1 WHERE realm = ?1 AND id = ?2", user.realm, user.id)
            }
            return !old.isEmpty
        }
    }
}
