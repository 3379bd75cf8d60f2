/// The same over memory that the caller holds, for tokens that are written and read in one piece.
///
/// Six bytes are eight characters. They are looked up by tables: two characters at once when writing; when reading, each character has its bits
/// where they belong in its group of four, and one bit that no good character has tells of the others at the end.
extension Base64URL {
    /// How many characters some bytes take.
    package static func encodedLength(_ bytes: Int) -> Int { (bytes * 4 + 2) / 3 }

    /// How many bytes some characters mean; nil for a number of characters that no bytes have.
    package static func decodedLength(_ characters: Int) -> Int? { characters % 4 == 1 ? nil : characters * 3 / 4 }

    /// Writes the text of some bytes, and returns its length.
    ///
    /// - Parameter text: room for at least ``encodedLength(_:)`` characters.
    @discardableResult
    package static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let length = encodedLength(bytes.count)
        precondition(text.count >= length, "base64url needs more room")  // else it would be written past the end
        let text = UnsafeMutableRawBufferPointer(text)
        pairs.withUnsafeBufferPointer { pairs in
            let done = writeGroups(bytes, pairs, to: text)
            writeEnd(bytes[done...], pairs, to: text[(done / 3 * 4)...])
        }
        return length
    }

    /// Reads a text into memory of exactly its ``decodedLength(_:)``; false for a text that no encoder writes.
    package static func read(_ text: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        precondition(decodedLength(text.count) == bytes.count, "base64url means another number of bytes")  // as above
        let text = UnsafeRawBufferPointer(text)
        return values.withUnsafeBufferPointer { values in
            let (done, seen) = readGroups(text, values, to: bytes)
            let isEndGood = readEnd(text[done...], values, to: bytes[(done / 4 * 3)...])
            return seen & invalid == 0 && isEndGood
        }
    }
}

// By addresses and without checks of their own: these are on the path of every token, and their callers have measured the memory.
extension Base64URL {
    /// Writes six bytes at a time as far as eight can be loaded, and returns how many were written.
    private static func writeGroups(
        _ bytes: UnsafeRawBufferPointer, _ pairs: UnsafeBufferPointer<UInt16>, to text: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard var input = bytes.baseAddress, var output = text.baseAddress, let pairs = pairs.baseAddress, bytes.count >= 8 else {
            return 0
        }
        let groups = (bytes.count - 2) / 6
        for _ in 0..<groups {
            let six = UInt64(bigEndian: input.loadUnaligned(as: UInt64.self)) &>> 16
            let (a, b) = (pairs[Int(truncatingIfNeeded: six &>> 36)], pairs[Int(truncatingIfNeeded: six &>> 24) & 0xFFF])
            let (c, d) = (pairs[Int(truncatingIfNeeded: six &>> 12) & 0xFFF], pairs[Int(truncatingIfNeeded: six) & 0xFFF])
            let eight = UInt64(a) | UInt64(b) &<< 16 | UInt64(c) &<< 32 | UInt64(d) &<< 48
            output.storeBytes(of: eight.littleEndian, as: UInt64.self)
            (input, output) = (input + 6, output + 8)
        }
        return groups * 6
    }

    /// Reads eight characters at a time as far as eight bytes can be stored, of which the next ones go over two. Returns how many were read, and
    /// what tells whether they were good.
    private static func readGroups(
        _ text: UnsafeRawBufferPointer, _ values: UnsafeBufferPointer<UInt32>, to bytes: UnsafeMutableRawBufferPointer
    ) -> (read: Int, seen: UInt32) {
        guard var input = text.baseAddress, var output = bytes.baseAddress, let values = values.baseAddress, bytes.count >= 8 else {
            return (0, 0)
        }
        let groups = (bytes.count - 2) / 6
        var seen: UInt32 = 0
        for _ in 0..<groups {
            let eight = UInt64(littleEndian: input.loadUnaligned(as: UInt64.self))
            let first = group(UInt32(truncatingIfNeeded: eight), values)
            let second = group(UInt32(truncatingIfNeeded: eight &>> 32), values)
            seen |= first | second
            let six = UInt64(first) &<< 40 | UInt64(second & 0xFF_FFFF) &<< 16
            output.storeBytes(of: six.bigEndian, as: UInt64.self)
            (input, output) = (input + 8, output + 6)
        }
        return (groups * 8, seen)
    }
}

extension Base64URL {
    private static func writeEnd(
        _ bytes: Slice<UnsafeRawBufferPointer>, _ pairs: UnsafeBufferPointer<UInt16>, to text: Slice<UnsafeMutableRawBufferPointer>
    ) {
        var (rest, out) = (bytes, text.startIndex)
        while !rest.isEmpty {
            let group = rest.prefix(3)
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for character in 0..<encodedLength(group.count) {
                let value = Int(bits >> UInt32(18 - 6 * character)) & 0x3F
                text.base[out] = alphabet[value]
                out += 1
            }
            rest = rest.dropFirst(3)
        }
    }

    private static func readEnd(
        _ text: Slice<UnsafeRawBufferPointer>, _ values: UnsafeBufferPointer<UInt32>, to bytes: Slice<UnsafeMutableRawBufferPointer>
    ) -> Bool {
        var (rest, out, seen) = (text, bytes.startIndex, UInt32(0))
        while !rest.isEmpty {
            let characters = rest.prefix(4)
            let bits = characters.enumerated().reduce(UInt32(0)) { $0 | values[$1.offset << 8 | Int($1.element)] }
            let count = characters.count * 3 / 4
            // Bits beyond the last byte are zero.
            seen |= bits | (bits << UInt32(8 * count) & 0xFF_FFFF == 0 ? 0 : invalid)
            for byte in 0..<count {
                bytes.base[out] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * byte))
                out += 1
            }
            rest = rest.dropFirst(4)
        }
        return seen & invalid == 0
    }

    /// The bits of four characters, the first in the lowest byte.
    @inline(__always)
    private static func group(_ four: UInt32, _ values: UnsafePointer<UInt32>) -> UInt32 {
        let four = Int(truncatingIfNeeded: four)
        return values[four & 0xFF] | values[0x100 | four &>> 8 & 0xFF] | values[0x200 | four &>> 16 & 0xFF] | values[0x300 | four &>> 24]
    }

    /// The mark of a character that is none of the alphabet's.
    private static let invalid: UInt32 = 1 << 31
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The two characters of each 12 bits, in the order of memory.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(littleEndian: UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8)
    }

    /// The bits of each character, by its place in a group of four.
    private static let values: [UInt32] = (0..<4).flatMap { place in
        var table = [UInt32](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt32(value) << UInt32(18 - 6 * place) }
        return table
    }
}
