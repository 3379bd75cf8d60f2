import Primitives

/// Writes a message in the encoding of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/), field by field. A number of zero, an
/// empty text and no bytes are the default, which isn't written.
package struct ProtobufWriter: Sendable {
    /// The message as far as it is written.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Writes a whole number of zero or more (`uint32`, `uint64`, `bool`, an enumeration).
    package mutating func number(_ field: Int, _ value: UInt64) {
        guard value != 0 else { return }
        tag(field, .varint)
        varint(value)
    }

    /// Writes a whole number of a `oneof`, zero too, as `int64` has it.
    package mutating func chosenInteger(_ field: Int, _ value: Int64) {
        tag(field, .varint)
        varint(UInt64(bitPattern: value))
    }

    /// Writes a truth value of a `oneof`, a false one too.
    package mutating func chosenFlag(_ field: Int, _ value: Bool) {
        tag(field, .varint)
        varint(value ? 1 : 0)
    }

    /// Writes a number of eight bytes (`fixed64`).
    package mutating func fixed(_ field: Int, _ value: UInt64) {
        guard value != 0 else { return }
        tag(field, .fixed64)
        append(value)
    }

    /// Writes a number of four bytes (`fixed32`).
    package mutating func fixed(_ field: Int, _ value: UInt32) {
        guard value != 0 else { return }
        tag(field, .fixed32)
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Writes a number with a fraction of a `oneof` or of an `optional` field, zero too (`double`).
    package mutating func chosenReal(_ field: Int, _ value: Double) {
        tag(field, .fixed64)
        append(value.bitPattern)
    }

    /// Writes bytes.
    package mutating func data(_ field: Int, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        tag(field, .length)
        varint(UInt64(value.count))
        bytes += value
    }

    /// Writes a text.
    package mutating func text(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

    /// Writes a text of a `oneof`, an empty one too.
    package mutating func chosenText(_ field: Int, _ value: String) {
        tag(field, .length)
        varint(UInt64(value.utf8.count))
        bytes += value.utf8
    }

    /// Writes a message within this one, an empty one too.
    package mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        write(&inner)
        tag(field, .length)
        varint(UInt64(inner.bytes.count))
        bytes += inner.bytes
    }

    /// Writes numbers of eight bytes one after the other (`repeated fixed64`, packed).
    package mutating func packed(_ field: Int, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        tag(field, .length)
        varint(UInt64(values.count * 8))
        for value in values { append(value) }
    }

    /// Writes numbers with fractions one after the other (`repeated double`, packed).
    package mutating func packed(_ field: Int, _ values: [Double]) { packed(field, values.map(\.bitPattern)) }

    private mutating func tag(_ field: Int, _ type: ProtobufWireType) { varint(UInt64(field) << 3 | UInt64(type.rawValue)) }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func append(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}

/// The ways in which a field's value is written.
enum ProtobufWireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case length = 2
    case fixed32 = 5
}
