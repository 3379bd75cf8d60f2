import Primitives

/// A text in the form in which logs are kept: one member of gzip (RFC 1952) whose blocks are stored as they are (RFC 1951 §3.2.4). The older
/// product's apps send their logs as plain text.
struct GzipMember {
    let bytes: [UInt8]

    /// The greatest length of a stored block.
    private static let block = 65_535

    init(_ content: [UInt8]) {
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        bytes.reserveCapacity(content.count + 64)
        var start = 0
        repeat {
            let end = min(start + Self.block, content.count)
            let length = UInt16(end - start)
            bytes.append(end == content.count ? 1 : 0)
            bytes += Self.littleEndian(UInt32(length), 2) + Self.littleEndian(UInt32(~length), 2)
            bytes += content[start..<end]
            start = end
        } while start < content.count
        bytes += Self.littleEndian(Self.checksum(content), 4) + Self.littleEndian(UInt32(truncatingIfNeeded: content.count), 4)
        self.bytes = bytes
    }

    private static func littleEndian(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32 (RFC 1952 §8).
    private static func checksum(_ content: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let half = sum >> 1
                sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
            }
        }
        return ~sum
    }
}
