import Primitives

/// An origin as browsers send it (RFC 6454 §6.2): scheme, host and perhaps a port, byte for byte. A text that differs from that, be it only
/// by a capital letter, a slash or the scheme's usual port, matches no page.
package struct BrowserOrigin: Sendable, Equatable {
    package let text: String
    package let scheme: String

    /// nil for a text that no browser sends.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 512, let end = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[end...].starts(with: "://".utf8) else {
            return nil
        }
        guard let first = bytes.first, Self.isLetter(first), bytes[..<end].allSatisfy(Self.isSchemeByte) else { return nil }
        scheme = String(own: bytes[..<end])
        let isWeb = scheme == "https" || scheme == "http"
        guard isWeb || !Self.originless.contains(scheme) else { return nil }
        guard let (host, port) = Self.split(bytes[(end + 3)...]), Self.isHost(host) else { return nil }
        if let port, !Self.isPort(port, scheme) { return nil }
        self.text = text
    }

    /// Whether its pages are on the web, rather than in an app or an extension.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// The demand on an origin, to end a sentence.
    package static let demand =
        "no origin as browsers send it, such as https://app.example.com: in lower case, without path, wildcard or usual port"

    /// Schemes whose pages have no origin of their own.
    private static let originless: Set = ["javascript", "data", "blob", "about", "file", "vbscript", "urn", "mailto"]

    private static func split(_ authority: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?)? {
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let rest = authority[(close + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
            return (authority[...close], rest.isEmpty ? nil : rest.dropFirst())
        }
        guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return (authority, nil) }
        return (authority[..<colon], authority[(colon + 1)...])
    }

    private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        guard host.first != UInt8(ascii: "[") else {
            let digits = host.dropFirst().dropLast()
            return digits.contains(UInt8(ascii: ":"))
                && digits.allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        }
        guard !host.isEmpty, host.allSatisfy({ isLetter($0) || isDigit($0) || "-._".utf8.contains($0) }) else { return false }
        return !host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
    }

    private static func isPort(_ port: ArraySlice<UInt8>, _ scheme: String) -> Bool {
        guard (1...5).contains(port.count), port.allSatisfy(isDigit), port.first != UInt8(ascii: "0") else { return false }
        let number = port.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number <= 65_535 && number != (scheme == "https" ? 443 : scheme == "http" ? 80 : -1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) }
    private static func isSchemeByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) }
}
