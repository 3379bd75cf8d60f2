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
        default: codes[error.resultCode] ?? .other
        }
    }

    private static let codes: [ResultCode: Code] = [
        .SQLITE_CONSTRAINT: .constraint, .SQLITE_BUSY: .busy, .SQLITE_LOCKED: .busy, .SQLITE_CORRUPT: .corrupt,
        .SQLITE_NOTADB: .notADatabase, .SQLITE_FULL: .full, .SQLITE_READONLY: .readOnly, .SQLITE_IOERR: .inputOutput,
        .SQLITE_CANTOPEN: .cannotOpen,
    ]
}
