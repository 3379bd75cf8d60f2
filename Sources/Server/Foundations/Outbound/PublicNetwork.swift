import Primitives

/// The addresses of the public network: those that aren't set aside for something else (IANA's special-purpose registries, RFC 6890).
package enum PublicNetwork {
    /// IPv4 networks that aren't: their first bytes, and how many bits of them count.
    private static let reserved4: [(bytes: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24),
        ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]

    /// IPv6 networks within 2000::/3 that aren't, those among them that stand for IPv4 addresses.
    private static let reserved6: [(bytes: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16), ([0x3F, 0xFF, 0x00], 20),
    ]

    /// Whether an address of 4 or 16 bytes is public.
    package static func contains(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: !reserved4.contains { address.begins(with: $0.bytes, bits: $0.bits) }
        case 16: address[0] & 0xE0 == 0x20 && !reserved6.contains { address.begins(with: $0.bytes, bits: $0.bits) }
        default: false
        }
    }

    /// Whether an address of 4 or 16 bytes is this machine's own.
    package static func isLoopback(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: address[0] == 127
        case 16: address == [UInt8](repeating: 0, count: 15) + [1]
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate func begins(with prefix: [UInt8], bits: Int) -> Bool {
        for index in 0..<(bits + 7) / 8 {
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> Swift.min(8, bits - 8 * index))
            guard (self[index] ^ (index < prefix.count ? prefix[index] : 0)) & mask == 0 else { return false }
        }
        return true
    }
}
