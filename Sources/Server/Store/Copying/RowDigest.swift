import Crypto
import Primitives

/// SHA-256 over the rows of a table: of each value its kind, its length and its bytes, so that two tables have one digest only if they have the
/// same rows in the same order.
struct RowDigest {
    private var hash = SHA256()
    private(set) var rows = 0

    mutating func add(_ row: [SQLValue]) {
        rows += 1
        for value in row { add(value) }
    }

    /// The digest of what was added, in hexadecimal.
    var text: String { Hexadecimal.encode(Array(hash.finalize())) }

    private mutating func add(_ value: SQLValue) {
        switch value {
        case .null: add(0, [])
        case .integer(let number): add(1, Self.bytes(UInt64(bitPattern: number)))
        case .real(let number): add(2, Self.bytes(number.bitPattern))
        case .text(let text): add(3, Array(text.utf8))
        case .blob(let bytes): add(4, bytes)
        }
    }

    private mutating func add(_ kind: UInt8, _ bytes: [UInt8]) {
        hash.update(data: [kind] + Self.bytes(UInt64(bytes.count)))
        hash.update(data: bytes)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
}
