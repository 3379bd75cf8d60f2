internal import GRDB

extension DatabaseError {
    /// The error as ours; what isn't SQLite's becomes `.other`.
    init(sqlite error: any Error) {
        if let error = error as? DatabaseError { self = error; return }
        guard let error = error as? GRDB.DatabaseError else {
            self.init(.other, "\(error)", underlying: error)
            return
        }
        self.init(Self.code(error), error.message ?? "SQLite error \(error.extendedResultCode)", underlying: error)
    }

    private static func code(_ error: GRDB.DatabaseError) -> Code {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID: .unique
        case .SQLITE_CONSTRAINT_FOREIGNKEY: .foreignKey
        default: code(error.resultCode)
        }
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
