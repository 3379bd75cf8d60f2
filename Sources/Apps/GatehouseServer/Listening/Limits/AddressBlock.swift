internal import NIOCore

/// What one asker can be taken to hold of the network: an IPv4 address, or an IPv6 network of 64 bits, the least that is given away.
struct AddressBlock: Hashable, Sendable {
    private let network: UInt64
    private let isIPv4: Bool

    /// nil for what is no Internet address.
    init?(_ address: SocketAddress?) {
        guard let address else { return nil }
        // The four bytes of sin_addr stand after a family and a port, the sixteen of sin6_addr after these and a flow label.
        let bytes = address.withSockAddr { start, count in Array(UnsafeRawBufferPointer(start: start, count: count)) }
        switch address {
        case .v4: self.init(network: Self.number(bytes[4..<8]), isIPv4: true)
        case .v6: self.init(ipv6: Array(bytes[8..<24]))
        case .unixDomainSocket: return nil
        }
    }

    private init(network: UInt64, isIPv4: Bool) { (self.network, self.isIPv4) = (network, isIPv4) }

    private init(ipv6 bytes: [UInt8]) {
        // RFC 4291 §2.5.5.2: an IPv4 address in the clothes of IPv6.
        let isMapped = Self.number(bytes[0..<8]) == 0 && Self.number(bytes[8..<12]) == 0xFFFF
        self.init(network: Self.number(isMapped ? bytes[12..<16] : bytes[0..<8]), isIPv4: isMapped)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
