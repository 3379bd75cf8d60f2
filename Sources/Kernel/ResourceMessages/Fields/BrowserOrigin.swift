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
        guard let (host, port) = WebHost.parts(bytes[(end + 3)...]), WebHost.isHost(host) else { return nil }
        if let port {
            guard let number = WebHost.port(port), number != (scheme == "https" ? 443 : scheme == "http" ? 80 : 0) else { return nil }
        }
        self.text = text
    }

    /// Whether its pages are on the web, rather than in an app or an extension.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// The demand on an origin, to end a sentence.
    package static let demand =
        "no origin as browsers send it, such as https://app.example.com: in lower case, without path, wildcard or usual port"

    /// Schemes whose pages have no origin of their own.
    private static let originless: Set = ["javascript", "data", "blob", "about", "file", "vbscript", "urn", "mailto", "ftp", "ws", "wss"]

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isSchemeByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) }
}
