import Primitives

/// Reads the fields of a message in the encoding of Protocol Buffers.
package struct ProtobufReader: Sendable {
    /// The value of a field.
    package enum Value: Sendable, Equatable {
        case number(UInt64)
        case bytes([UInt8])
    }

    /// Bytes that are no message.
    package struct Malformed: Error {}

    private let bytes: ArraySlice<UInt8>

    package init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes)[...] }

    /// All fields in their order, each with its number.
    ///
    /// - Throws: ``Malformed``.
    package func fields() throws(Malformed) -> [(field: Int, value: Value)] {
        var (rest, fields) = (bytes, [(field: Int, value: Value)]())
        while !rest.isEmpty {
            let tag = try Self.varint(&rest)
            guard tag >> 3 > 0, tag >> 3 < 1 << 29, let type = ProtobufWireType(rawValue: UInt8(tag & 7)) else { throw Malformed() }
            fields.append((Int(tag >> 3), try Self.value(type, &rest)))
        }
        return fields
    }

    private static func value(_ type: ProtobufWireType, _ rest: inout ArraySlice<UInt8>) throws(Malformed) -> Value {
        switch type {
        case .varint: return .number(try varint(&rest))
        case .fixed64: return .number(try fixed(8, &rest))
        case .fixed32: return .number(try fixed(4, &rest))
        case .length:
            guard let count = Int(exactly: try varint(&rest)), count <= rest.count else { throw Malformed() }
            defer { rest = rest.dropFirst(count) }
            return .bytes(Array(rest.prefix(count)))
        }
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = rest.popFirst() else { throw Malformed() }
            // The tenth byte has one bit of the 64.
            guard shift < 63 || byte <= 1 else { throw Malformed() }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw Malformed()
    }

    private static func fixed(_ count: Int, _ rest: inout ArraySlice<UInt8>) throws(Malformed) -> UInt64 {
        guard rest.count >= count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
