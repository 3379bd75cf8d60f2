internal import CBase64URL

/// The same over memory that the caller holds, for tokens that are written and read in one piece.
///
/// A processor with AVX2 takes 32 characters at once (the module `CBase64URL`, since Swift has no instruction that moves bytes within a
/// vector); the rest, and everything elsewhere, is done here. Writing looks up two characters at once in a table. Reading takes sixteen
/// characters at once in a vector, which makes twelve bytes: adds to each what lies between its code and its value, and pushes the values
/// together.
extension Base64URL {
    /// Returns the number of characters that some bytes take.
    package static func encodedLength(_ bytes: Int) -> Int { (bytes * 4 + 2) / 3 }

    /// Returns the number of bytes that some characters mean; nil for a number of characters that no bytes have.
    package static func decodedLength(_ characters: Int) -> Int? { characters % 4 == 1 ? nil : characters * 3 / 4 }

    /// Writes the text of some bytes, and returns its length.
    ///
    /// - Parameter text: room for at least ``encodedLength(_:)`` characters.
    @discardableResult
    package static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let length = encodedLength(bytes.count)
        precondition(text.count >= length, "base64url needs more room")  // else it would be written past the end
        let text = UnsafeMutableRawBufferPointer(text)
        let done = writeWide(bytes, to: text)
        writePortably(.init(rebasing: bytes[done...]), to: .init(rebasing: text[(done / 3 * 4)...]))
        return length
    }

    /// Reads a text into memory of exactly its ``decodedLength(_:)``; false for a text that no encoder writes.
    package static func read(_ text: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        precondition(decodedLength(text.count) == bytes.count, "base64url means another number of bytes")  // as above
        return readWide(text, to: bytes) ?? readPortably(.init(text), to: bytes)
    }
}

// On every processor. The tests call these, since a processor with wide vectors else wouldn't.
extension Base64URL {
    static func writePortably(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableRawBufferPointer) {
        pairs.withUnsafeBufferPointer { pairs in
            let done = writeGroups(bytes, pairs, to: text)
            writeEnd(bytes[done...], pairs, to: text[(done / 3 * 4)...])
        }
    }

    static func readPortably(_ text: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        let (done, seen) = readGroups(text, to: bytes)
        return isClean(seen) && readEnd(.init(rebasing: text[done...]), to: .init(rebasing: bytes[(done / 4 * 3)...]))
    }
}

// As far as the processor has wide vectors.
extension Base64URL {
    /// Returns how many bytes were written.
    private static func writeWide(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableRawBufferPointer) -> Int {
        guard bytes.count >= 28 else { return 0 }
        return gatehouse_base64url_write(
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, text.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns whether an encoder writes such a text; nil where the processor can't read it so.
    private static func readWide(_ text: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableRawBufferPointer) -> Bool? {
        switch gatehouse_base64url_read(text.baseAddress, text.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)) {
        case GATEHOUSE_BASE64URL_READ: true
        case GATEHOUSE_BASE64URL_REFUSED: false
        default: nil
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

    /// Reads sixteen characters at a time as far as sixteen bytes can be stored, of which the next ones go over four. Returns how many were
    /// read, and marks where there was a foreign one.
    private static func readGroups(
        _ text: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> (read: Int, seen: Characters) {
        var seen = Characters()
        guard var input = text.baseAddress, var output = bytes.baseAddress, bytes.count >= 16 else { return (0, seen) }
        let groups = (bytes.count - 4) / 12
        for _ in 0..<groups {
            let twelve = twelveBytes(input.loadUnaligned(as: Characters.self), &seen)
            output.storeBytes(of: twelve[0], as: UInt64.self)
            (output + 8).storeBytes(of: twelve[1], as: UInt64.self)
            (input, output) = (input + 16, output + 12)
        }
        return (groups * 16, seen)
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

    /// Reads what remains, filled up with the character that means zeros. Bits beyond the last byte must be zeros too.
    private static func readEnd(_ text: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var (read, written, seen, loose) = (0, 0, Characters(), UInt8(0))
        while read < text.count {
            var characters = Characters(repeating: UInt8(ascii: "A"))
            let group = UnsafeRawBufferPointer(rebasing: text[read..<min(read + 16, text.count)])
            withUnsafeMutableBytes(of: &characters) { $0.copyMemory(from: group) }
            let count = group.count * 3 / 4
            withUnsafeBytes(of: twelveBytes(characters, &seen)) { twelve in
                UnsafeMutableRawBufferPointer(rebasing: bytes[written...]).copyMemory(from: .init(rebasing: twelve[..<count]))
                loose |= twelve[count]
            }
            (read, written) = (read + group.count, written + count)
        }
        return isClean(seen) && loose == 0
    }

    private typealias Characters = SIMD16<UInt8>

    /// The twelve bytes that sixteen characters mean, in the order of memory, with four zeros behind them.
    ///
    /// - Parameter seen: marked where a character is none of the alphabet's.
    @inline(__always)
    private static func twelveBytes(_ characters: Characters, _ seen: inout Characters) -> SIMD2<UInt64> {
        let offsets =
            offset(by: 191, where: characters &- 65 .< Characters(repeating: 26))
            | offset(by: 185, where: characters &- 97 .< Characters(repeating: 26))
            | offset(by: 4, where: characters &- 48 .< Characters(repeating: 10))
            | offset(by: 17, where: characters .== Characters(repeating: UInt8(ascii: "-")))
            | offset(by: 224, where: characters .== Characters(repeating: UInt8(ascii: "_")))
        seen |= unsafeBitCast(offsets .== Characters(), to: Characters.self)
        // In memory the first character stands lowest: two of six bits become one of twelve, and so on up to 48.
        let sixes = unsafeBitCast(characters &+ offsets, to: SIMD8<UInt16>.self)
        let twelves = unsafeBitCast((sixes & 0xFF) &<< 6 | sixes &>> 8, to: SIMD4<UInt32>.self)
        let wide = unsafeBitCast((twelves & 0xFFFF) &<< 12 | twelves &>> 16, to: SIMD2<UInt64>.self)
        let eights = wide &<< 40 | (wide &>> 32) &<< 16
        let (first, second) = (eights[0].byteSwapped, eights[1].byteSwapped)
        return SIMD2(first | second &<< 48, second &>> 16)
    }

    /// Whether no character was marked.
    @inline(__always)
    private static func isClean(_ seen: Characters) -> Bool {
        let halves = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }

    /// Returns the number to add where a comparison holds. The mask itself is used, since `replacing(with:where:)` goes lane by lane.
    @inline(__always)
    private static func offset(by difference: UInt8, where mask: SIMDMask<SIMD16<Int8>>) -> Characters {
        unsafeBitCast(mask, to: Characters.self) & Characters(repeating: difference)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The two characters of each 12 bits, in the order of memory.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(littleEndian: UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8)
    }
}
