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
    /// The bytes of the texts and blobs that are bound, one behind the other: SQLite reads them here, and makes no copies of its own.
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init(_ sql: SQL, on connection: GRDB.Database) throws {
        owner = try connection.makeStatement(sql: Self.native(sql.text))
        pointer = owner.sqliteStatement
        columns = owner.columnNames
    }

    deinit { bytes.deallocate() }

    /// A table by whose integer key SQLite keeps its rows: it knows that only by this word, and else has rows by a number of its own beside an
    /// index of the key.
    private static func native(_ text: String) -> String {
        text.hasPrefix("CREATE TABLE") ? text.replacing("BIGINT PRIMARY KEY", with: "INTEGER PRIMARY KEY") : text
    }

    /// Runs the statement and gives its rows.
    func rows(_ values: [SQLValue]) throws(DatabaseError) -> [Row] {
        var used = 0
        defer { reset(used) }
        try bind(values, &used)
        var rows: [Row] = []
        while try step() { rows.append(row()) }
        return rows
    }

    /// Runs the statement and returns how many rows it has changed.
    func execute(_ values: [SQLValue]) throws(DatabaseError) -> Int {
        var used = 0
        defer { reset(used) }
        try bind(values, &used)
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

    /// Makes the statement ready to run again, and overwrites the bytes that were used. More than most values need aren't kept.
    private func reset(_ used: Int) {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
        bytes[..<used].initializeMemory(as: UInt8.self, repeating: 0)
        guard bytes.count > Self.mostKept else { return }
        bytes.deallocate()
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    private static let mostKept = 16 << 10

    private func failure() -> DatabaseError {
        let connection = sqlite3_db_handle(pointer)
        return DatabaseError(
            sqliteCode: sqlite3_extended_errcode(connection), String(cString: sqlite3_errmsg(connection)))
    }
}

// MARK: - Values in

extension SQLiteStatement {
    /// Binds the parameters.
    ///
    /// - Parameter used: grows by the bytes of their texts and blobs.
    private func bind(_ values: [SQLValue], _ used: inout Int) throws(DatabaseError) {
        let expected = Int(sqlite3_bind_parameter_count(pointer))
        guard values.count == expected else {
            throw DatabaseError(.other, "\(values.count) values for the \(expected) parameters of: \(owner.sql)")
        }
        makeRoom(for: values.reduce(0) { $0 + $1.byteCount })
        for (index, value) in zip(CInt(1)..., values) {
            guard let status = bind(value, at: index, &used) else {
                throw DatabaseError(.invalidText, "a text with a NUL character, which no engine stores faithfully")
            }
            guard status == SQLITE_OK else { throw failure() }
        }
    }

    private func makeRoom(for count: Int) {
        guard count > bytes.count else { return }
        bytes.deallocate()
        bytes = .allocate(byteCount: max(count, min(2 * bytes.count, Self.mostKept)), alignment: 1)
    }

    /// Returns the status; nil for a text with a NUL.
    private func bind(_ value: SQLValue, at index: CInt, _ used: inout Int) -> CInt? {
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let value): return sqlite3_bind_int64(pointer, index, value)
        case .real(let value): return sqlite3_bind_double(pointer, index, value)
        // An empty one has no address, which SQLite would take for a null.
        case .text(""): return sqlite3_bind_text(pointer, index, "", 0, Self.copied)
        case .blob([]): return sqlite3_bind_zeroblob(pointer, index, 0)
        case .text(var text):
            guard let place = text.withUTF8({ bytes in bytes.contains(0) ? nil : keep(UnsafeRawBufferPointer(bytes), &used) }) else {
                return nil
            }
            return sqlite3_bind_text64(
                pointer, index, place.assumingMemoryBound(to: CChar.self), UInt64(text.utf8.count), nil, UInt8(SQLITE_UTF8))
        case .blob(let blob):
            guard let place = blob.withUnsafeBytes({ keep($0, &used) }) else { return nil }
            return sqlite3_bind_blob64(pointer, index, place, UInt64(blob.count), nil)
        }
    }

    /// `SQLITE_TRANSIENT`, a macro that Swift doesn't see: SQLite makes its own copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Keeps bytes for as long as they are bound, and returns their place.
    private func keep(_ source: UnsafeRawBufferPointer, _ used: inout Int) -> UnsafeRawPointer? {
        guard let place = bytes.baseAddress.map({ $0 + used }), let start = source.baseAddress else { return nil }
        place.copyMemory(from: start, byteCount: source.count)
        used += source.count
        return UnsafeRawPointer(place)
    }
}

extension SQLValue {
    /// The number of bytes of a text or blob.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}

// MARK: - Rows out

extension SQLiteStatement {
    private func row() -> Row {
        let count = sqlite3_column_count(pointer)
        // SQLite compiles the statement again after a change of the schema.
        if columns.count != Int(count) { columns = (0..<count).map { String(cString: sqlite3_column_name(pointer, $0)) } }
        return Row(columns: columns, values: (0..<count).map(value))
    }

    private func value(_ column: CInt) -> SQLValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT: .text(String(own: bytes(column, sqlite3_column_text(pointer, column))))
        case SQLITE_BLOB: .blob(Array(bytes(column, sqlite3_column_blob(pointer, column))))
        default: .null
        }
    }

    /// The bytes of a text or blob, valid until the next step.
    private func bytes(_ column: CInt, _ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
    }
}
