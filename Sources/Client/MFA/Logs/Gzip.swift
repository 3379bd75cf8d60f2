import Primitives

/// Bytes as gzip (RFC 1952) without compressing them: what is sent is short and rare, and no library is needed for it.
enum Gzip {
    /// The longest stored block (RFC 1951 §3.2.4).
    private static let block = 65_535

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        // Identification, deflate, no flags, no time, no extra flags, unknown system.
        var out: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + block, bytes.count)
            let length = UInt16(end - start)
            out.append(end == bytes.count ? 1 : 0)
            out += little(length) + little(~length)
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        return out + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// CRC-32 (RFC 1952 §8).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
