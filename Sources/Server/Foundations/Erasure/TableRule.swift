package import Store

/// The owners of a table's rows: what goes when a user, a device, an installation or an application is removed.
///
/// Each table of the schema has one, in ``all``; a test walks the schema and fails for a table that has none.
package struct TableRule: Sendable {
    package let table: SQL
    package let owners: [Owner]
    /// The reason why no owner's removal takes rows out of it; nil for a table with owners.
    package let reason: String?

    private init(_ table: SQL, _ owners: [Owner], reason: String? = nil) {
        (self.table, self.owners, self.reason) = (table, owners, reason)
    }

    /// Rows that are of those whom some of their columns name.
    static func owned(_ table: SQL, by owners: Owner...) -> TableRule { TableRule(table, owners) }

    /// Rows that tell nothing of a user, a device or an application; or, for the reason that is given, stay all the same.
    static func free(_ table: SQL, because reason: String) -> TableRule { TableRule(table, [], reason: reason) }

    /// The owner that a row belongs to, and its column.
    package enum Owner: Sendable {
        case user(SQL)
        case device(SQL)
        /// An installation, which belongs to no user once its last pairing is gone.
        case installation(SQL)
        /// A device authentication of a user.
        case authentication(SQL)
        case application(SQL)
        /// A user's name or address, alone or at the end of a longer text.
        case name(SQL)

        package var column: SQL {
            switch self {
            case .user(let column), .device(let column), .installation(let column), .authentication(let column), .application(let column),
                .name(let column):
                column
            }
        }
    }
}
