internal import Primitives
internal import Store

/// The types of columns that statements give, by the numbers that PostgreSQL has for them, and how their values are written.
enum ColumnType: UInt32 {
    case bool = 16
    case bytea = 17
    case name = 19
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case float4 = 700
    case float8 = 701
    case varchar = 1043
    case numeric = 1700
    case void = 2278

    /// The value of bytes in PostgreSQL's binary form; nil for others.
    func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        switch self {
        case .bool: bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
        case .bytea: .blob(Array(bytes))
        case .int2: Self.integer(bytes, Int16.self).map { .integer(Int64($0)) }
        case .int4: Self.integer(bytes, Int32.self).map { .integer(Int64($0)) }
        case .int8: Self.integer(bytes, Int64.self).map { .integer($0) }
        case .float4: Self.integer(bytes, UInt32.self).map { .real(Double(Float(bitPattern: $0))) }
        case .float8: Self.integer(bytes, UInt64.self).map { .real(Double(bitPattern: $0)) }
        // The server checks the encoding of what it stores, and was given these texts by this program.
        case .text, .name, .varchar: .text(String(own: bytes))
        case .numeric: NumericColumn(bytes)?.value
        case .void: .null
        }
    }

    private static func integer<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Number.Type) -> Number? {
        guard bytes.count == MemoryLayout<Number>.size else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
