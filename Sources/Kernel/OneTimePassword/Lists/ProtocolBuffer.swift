import Primitives

/// The wire format of protocol buffers, as much of it as there is in a transfer code: numbers and bytes.
enum ProtocolBuffer {
    struct Field {
        enum Value {
            case number(UInt64)
            case bytes(ArraySlice<UInt8>)
        }

        let number: UInt64
        let value: Value
    }

    /// The fields of a message; nil when it is none. Fields of a fixed length are passed over.
    static func fields(_ bytes: [UInt8]) -> [Field]? {
        var rest = bytes[...]
        var fields: [Field] = []
        while !rest.isEmpty {
            guard let key = varint(&rest) else { return nil }
            switch key & 7 {
            case 0:
                guard let number = varint(&rest) else { return nil }
                fields.append(Field(number: key >> 3, value: .number(number)))
            case 2:
                guard let count = varint(&rest), count <= UInt64(rest.count) else { return nil }
                fields.append(Field(number: key >> 3, value: .bytes(rest.prefix(Int(count)))))
                rest = rest.dropFirst(Int(count))
            case 1, 5:
                let count = key & 7 == 1 ? 8 : 4
                guard rest.count >= count else { return nil }
                rest = rest.dropFirst(count)
            default: return nil
            }
        }
        return fields
    }

    static func append(_ number: UInt64, as field: UInt64, to bytes: inout [UInt8]) {
        append(varint: field << 3, to: &bytes)
        append(varint: number, to: &bytes)
    }

    static func append(_ value: [UInt8], as field: UInt64, to bytes: inout [UInt8]) {
        append(varint: field << 3 | 2, to: &bytes)
        append(varint: UInt64(value.count), to: &bytes)
        bytes += value
    }

    private static func append(varint number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = bytes.popFirst() {
            guard shift < 64 else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else { return number }
            shift += 7
        }
        return nil
    }
}
