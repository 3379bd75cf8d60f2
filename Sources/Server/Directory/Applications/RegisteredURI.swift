import Primitives

/// An address to which a browser or an app may be sent, as a client registers it: compared byte for byte, so that what no request can hold,
/// and what would run in place of leading anywhere, is refused when it is registered.
enum RegisteredURI {
    private static let longest = 2048

    /// Schemes whose addresses are themselves what is run or shown, or lead to no client.
    private static let refused: Set = [
        "javascript", "data", "vbscript", "blob", "about", "file", "filesystem", "view-source", "ws", "wss", "ftp", "mailto",
    ]

    /// Returns the reason why a text is none; nil for one that can be registered (RFC 6749 §3.1.2, RFC 8252 §7).
    static func problem(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard (1...longest).contains(bytes.count) else { return "it has more than \(longest) bytes, or none" }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "it has spaces, line ends or letters beyond ASCII, which have to be percent-encoded"
        }
        guard !bytes.contains(UInt8(ascii: "*")) else { return "wildcards match nothing" }
        guard !bytes.contains(UInt8(ascii: "#")) else { return "it has a fragment" }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let scheme = scheme(bytes[..<colon]) else {
            return "it isn't absolute, such as https://app.example.com/callback"
        }
        guard !refused.contains(scheme) else { return "the scheme \(scheme) leads to no client" }
        let rest = bytes[(colon + 1)...]
        guard scheme == "https" || scheme == "http" else { return rest.isEmpty ? "nothing follows its scheme" : nil }
        return problem(ofAuthority: rest)
    }

    private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first, isLetter(first), bytes.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }) else {
            return nil
        }
        return String(own: bytes).lowercased()
    }

    private static func problem(ofAuthority rest: ArraySlice<UInt8>) -> String? {
        guard rest.starts(with: "//".utf8) else { return "it names no host" }
        let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.contains(UInt8(ascii: "@")) else { return "it names a user" }
        guard !authority.contains(UInt8(ascii: "\\")) else { return "it has a backslash, which browsers take for a slash" }
        var host = authority
        if authority.first != UInt8(ascii: "["), let colon = authority.firstIndex(of: UInt8(ascii: ":")) { host = authority[..<colon] }
        return host.isEmpty ? "it names no host" : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
