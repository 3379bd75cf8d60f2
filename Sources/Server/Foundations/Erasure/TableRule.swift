package import Store

/// The owners of a table's rows: what goes when a user, a device, an installation, an application or a realm is removed; and who fills it.
///
/// Each table of the schema has one, in the ``Feature`` that keeps it; a test walks the schema and fails for a table that has none.
package struct TableRule: Sendable {
    /// The name of the table.
    package let table: SQL
    /// The owners with whom a row is erased; empty for a table with a ``reason``.
    package let owners: [Owner]
    /// The callers who make its rows, and within which bounds.
    package let filling: TableFilling
    /// The column that names the realm with which rows go; nil for what belongs to the installation.
    package let realm: SQL?
    /// The reason why no owner's removal takes rows out of it; nil for a table with owners.
    package let reason: String?
    let phase: ErasurePhase

    private init(
        _ table: SQL, _ owners: [Owner] = [], filled filling: TableFilling, realm: SQL? = "realm", phase: ErasurePhase = .first,
        reason: String? = nil
    ) {
        self.table = table
        self.owners = owners
        self.filling = filling
        self.realm = realm
        self.phase = phase
        self.reason = reason
    }

    /// Rows that are of those whom some of their columns name.
    package static func owned(_ table: SQL, filled: TableFilling, by owners: Owner...) -> TableRule {
        TableRule(table, owners, filled: filled)
    }

    /// The same, where rows of other tables are found by these: they go after those.
    package static func finding(_ table: SQL, filled: TableFilling, by owners: Owner...) -> TableRule {
        TableRule(table, owners, filled: filled, phase: .second)
    }

    /// The owners themselves, which go after all that is theirs.
    package static func subjects(_ table: SQL, filled: TableFilling, by owner: Owner) -> TableRule {
        TableRule(table, [owner], filled: filled, phase: .last)
    }

    /// Rows of a realm that tell nothing of a user, a device or an application; or, for the reason that is given, stay all the same.
    package static func free(_ table: SQL, filled: TableFilling, realm: SQL = "realm", because reason: String) -> TableRule {
        TableRule(table, filled: filled, realm: realm, reason: reason)
    }

    /// Rows of the installation, which stay when a realm goes too.
    package static func kept(_ table: SQL, filled: TableFilling, because reason: String) -> TableRule {
        TableRule(table, filled: filled, realm: nil, reason: reason)
    }

    /// The order in which tables are erased.
    enum ErasurePhase: Int, Comparable {
        case first, second, last

        static func < (one: ErasurePhase, other: ErasurePhase) -> Bool { one.rawValue < other.rawValue }
    }

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

        /// The column that holds the owner's id or name.
        package var column: SQL {
            switch self {
            case .user(let column), .device(let column), .installation(let column), .authentication(let column), .application(let column),
                .name(let column):
                column
            }
        }
    }
}
