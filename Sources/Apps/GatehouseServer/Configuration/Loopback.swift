import Primitives

/// Addresses that only this machine reaches.
enum Loopback {
    static func contains(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host == "[::1]" || isIPv4Loopback(host[...])
            || host.hasPrefix("::ffff:") && isIPv4Loopback(host.dropFirst("::ffff:".count))
    }

    /// 127.0.0.0/8 (RFC 1122 §3.2.1.3).
    private static func isIPv4Loopback(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
