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
            var (read, written) = (0, 0)
            // Eight bytes are loaded where six are used.
            while read + 8 <= bytes.count {
                let six = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: read, as: UInt64.self)) >> 16
                for pair in 0..<4 {
                    text.storeBytes(of: pairs[Int(truncatingIfNeeded: six >> (36 - 12 * pair)) & 0xFFF], toByteOffset: written + 2 * pair, as: UInt16.self)
                }
                (read, written) = (read + 6, written + 8)
            }
            writeEnd(bytes[read...], pairs, to: text[written...])
        }
        return length
    }

    /// Reads a text into memory of exactly its ``decodedLength(_:)``; false for a text that no encoder writes.
    package static func read(_ text: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        precondition(decodedLength(text.count) == bytes.count, "base64url means another number of bytes")  // as above
        let text = UnsafeRawBufferPointer(text)
        return values.withUnsafeBufferPointer { values in
            var (read, isGood) = readBlocks(text, to: bytes)
            var written = read / 4 * 3
            var seen: UInt32 = 0
            // Eight bytes are stored of which six count; the next ones go over the other two.
            while written + 8 <= bytes.count {
                let (first, second) = (group(text, read, values), group(text, read + 4, values))
                seen |= first | second
                let six = (UInt64(first) << 24 | UInt64(second & 0xFF_FFFF)) << 16
                bytes.storeBytes(of: six.bigEndian, toByteOffset: written, as: UInt64.self)
                (read, written) = (read + 8, written + 6)
            }
            isGood = readEnd(text[read...], values, to: bytes[written...]) && isGood
            return seen & invalid == 0 && isGood
        }
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

    /// Reads sixteen characters at a time as far as there is room, by the vector instructions that every processor has.
    ///
    /// - Returns: how many were read, and whether all were good.
    private static func readBlocks(
        _ text: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> (read: Int, isGood: Bool) {
        var (read, written) = (0, 0)
        var isGood = SIMDMask<SIMD16<Int8>>(repeating: true)
        while written + 16 <= bytes.count {
            let characters = text.loadUnaligned(fromByteOffset: read, as: SIMD16<UInt8>.self)
            let quads = groups(of: values(of: characters, &isGood))
            let (first, second) = (UInt64(quads[0]) << 24 | UInt64(quads[1]), UInt64(quads[2]) << 24 | UInt64(quads[3]))
            // Eight bytes are stored of which six count, as above.
            bytes.storeBytes(of: (first << 16).bigEndian, toByteOffset: written, as: UInt64.self)
            bytes.storeBytes(of: (second << 16).bigEndian, toByteOffset: written + 6, as: UInt64.self)
            (read, written) = (read + 16, written + 12)
        }
        return (read, all(isGood))
    }

    /// The six bits of each character.
    @inline(__always)
    private static func values(of characters: SIMD16<UInt8>, _ isGood: inout SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
        let upper = (characters &- UInt8(ascii: "A")) .< 26
        let lower = (characters &- UInt8(ascii: "a")) .< 26
        let digit = (characters &- UInt8(ascii: "0")) .< 10
        let (dash, line) = (characters .== UInt8(ascii: "-"), characters .== UInt8(ascii: "_"))
        isGood = isGood .& (upper .| lower .| digit .| dash .| line)
        // What is added to a digit, and to the others; 185 is −71 to a byte.
        return characters
            &+ SIMD16(repeating: 4).replacing(with: 191, where: upper).replacing(with: 185, where: lower).replacing(with: 17, where: dash)
            .replacing(with: 224, where: line)
    }

    /// The 24 bits of each four values.
    @inline(__always)
    private static func groups(of values: SIMD16<UInt8>) -> SIMD4<UInt32> {
        let lanes = unsafeBitCast(values, to: SIMD4<UInt32>.self)
        let fours = SIMD4(UInt32(littleEndian: lanes[0]), UInt32(littleEndian: lanes[1]), UInt32(littleEndian: lanes[2]), UInt32(littleEndian: lanes[3]))
        let pairs = ((fours & 0x003F_003F) &<< 6) | ((fours &>> 8) & 0x003F_003F)
        return ((pairs & 0xFFFF) &<< 12) | (pairs &>> 16)
    }

    /// The bits of four characters.
    @inline(__always)
    private static func group(_ text: UnsafeRawBufferPointer, _ offset: Int, _ values: UnsafeBufferPointer<UInt32>) -> UInt32 {
        let four = Int(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        return values[four & 0xFF] | values[0x100 | four >> 8 & 0xFF] | values[0x200 | four >> 16 & 0xFF] | values[0x300 | four >> 24]
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
