internal import GRDB
internal import GRDBSQLite
internal import Primitives

/// A compiled statement of one connection.
///
/// GRDB compiles and owns it. Values are bound and rows read here, because GRDB cuts a text off at its first NUL and binds
/// an empty blob as null.
final class SQLiteStatement {
    private let owner: Statement
    private let pointer: OpaquePointer
    private var columns: [String]

    init(_ sql: SQL, on connection: GRDB.Database) throws {
        owner = try connection.makeStatement(sql: sql.text)
        pointer = owner.sqliteStatement
        columns = owner.columnNames
    }

    /// Runs the statement and gives its rows.
    func rows(_ values: [SQLValue]) throws(DatabaseError) -> [Row] {
        defer { reset() }
        try bind(values)
        var rows: [Row] = []
        while try step() { rows.append(row()) }
        return rows
    }

    /// Runs the statement and returns how many rows it has changed.
    func execute(_ values: [SQLValue]) throws(DatabaseError) -> Int {
        defer { reset() }
        try bind(values)
        while try step() {}
        return Int(sqlite3_changes(sqlite3_db_handle(pointer)))
    }

    /// Steps to the next row; false when there is none.
    private func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw failure()
        }
    }

    /// Makes the statement ready to run again; also wipes its copies of the values.
    private func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    private func failure() -> DatabaseError {
        let connection = sqlite3_db_handle(pointer)
        return DatabaseError(
            sqliteCode: sqlite3_extended_errcode(connection), String(cString: sqlite3_errmsg(connection)))
    }
}

// MARK: - Values in

extension SQLiteStatement {
    private func bind(_ values: [SQLValue]) throws(DatabaseError) {
        let expected = Int(sqlite3_bind_parameter_count(pointer))
        guard values.count == expected else {
            throw DatabaseError(.other, "\(values.count) values for the \(expected) parameters of: \(owner.sql)")
        }
        for (index, value) in zip(CInt(1)..., values) {
            guard try bind(value, at: index) == SQLITE_OK else { throw failure() }
        }
    }

    private func bind(_ value: SQLValue, at index: CInt) throws(DatabaseError) -> CInt {
        switch value {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let value): sqlite3_bind_int64(pointer, index, value)
        case .real(let value): sqlite3_bind_double(pointer, index, value)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): bind(value, at: index)
        }
    }

    private func bind(_ text: String, at index: CInt) throws(DatabaseError) -> CInt {
        var text = text
        let status = text.withUTF8 { bytes -> CInt? in
            guard !bytes.contains(0) else { return nil }
            // An empty text may have no address, which SQLite would take for a null.
            guard let address = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_text(pointer, index, "", 0, Self.copied) }
            return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        }
        guard let status else { throw DatabaseError(.invalidText, "a text with a NUL character, which no engine stores faithfully") }
        return status
    }

    private func bind(_ bytes: [UInt8], at index: CInt) -> CInt {
        // An empty array may have no address, which SQLite would take for a null.
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
        return sqlite3_bind_blob64(pointer, index, bytes, UInt64(bytes.count), Self.copied)
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift doesn't see: SQLite makes its own copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

// MARK: - Rows out

extension SQLiteStatement {
    private func row() -> Row {
        let count = sqlite3_column_count(pointer)
        // SQLite compiles the statement anew after a change of the schema.
        if columns.count != Int(count) { columns = (0..<count).map { String(cString: sqlite3_column_name(pointer, $0)) } }
        return Row(columns: columns, values: (0..<count).map(value))
    }

    private func value(_ column: CInt) -> SQLValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT: .text(String(decoding: bytes(column, sqlite3_column_text(pointer, column)), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(column, sqlite3_column_blob(pointer, column))))
        default: .null
        }
    }

    /// The bytes of a text or blob, valid until the next step.
    private func bytes(_ column: CInt, _ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
    }
}
