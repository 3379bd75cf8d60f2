internal import GRDB

extension DatabaseError {
    /// GRDB's error, or any other, as ours.
    init(sqlite error: any Error) {
        switch error {
        case let error as DatabaseError: self = error
        case let error as GRDB.DatabaseError:
            self.init(sqliteCode: error.extendedResultCode.rawValue, error.message ?? "SQLite error", underlying: error)
        default: self.init(.other, "\(error)", underlying: error)
        }
    }

    /// The error that SQLite reports by an extended result code.
    init(sqliteCode extended: CInt, _ message: String, underlying: (any Error)? = nil) {
        let code: Code =
            switch ResultCode(rawValue: extended) {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID: .unique
            case .SQLITE_CONSTRAINT_FOREIGNKEY: .foreignKey
            // The low byte is the plain result code.
            default: Self.code(ResultCode(rawValue: extended & 0xFF))
            }
        self.init(code, "\(message) (SQLite \(extended))", underlying: underlying)
    }

    private static func code(_ result: ResultCode) -> Code {
        switch result {
        case .SQLITE_CONSTRAINT: .constraint
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_CORRUPT: .corrupt
        case .SQLITE_NOTADB: .notADatabase
        case .SQLITE_FULL: .full
        case .SQLITE_READONLY: .readOnly
        case .SQLITE_IOERR: .inputOutput
        case .SQLITE_CANTOPEN: .cannotOpen
        default: .other
        }
    }
}
