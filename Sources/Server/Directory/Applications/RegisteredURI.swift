import Primitives
import ResourceMessages

/// An address to which a browser or an app may be sent, as a client registers it: compared byte for byte, so that what no request can hold,
/// and what would run in place of leading anywhere, is refused when it is registered.
package enum RegisteredURI {
    private static let longest = 2048

    /// Schemes whose addresses are themselves what is run or shown, or lead to no client.
    private static let refused: Set = [
        "javascript", "data", "vbscript", "blob", "about", "file", "filesystem", "view-source", "ws", "wss", "ftp", "mailto",
        "jar", "intent",
    ]

    /// Returns the reason why a text is no address to which a browser is led as it is: a place of this server, which begins with a slash, or a whole
    /// one, perhaps with a fragment.
    package static func problem(ofPage text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.first != UInt8(ascii: "/") else {
            // Two slashes, or a backslash for one of them, lead to another host.
            let leadsAway = bytes.count > 1 && "/\\".utf8.contains(bytes[1])
            return leadsAway ? "it names a host without a scheme" : bytes.count > longest || !isPlain(bytes) ? plain : nil
        }
        return problem(String(own: bytes.prefix { $0 != UInt8(ascii: "#") })) ?? (isPlain(bytes) ? nil : plain)
    }

    private static let plain = "it has spaces, line ends or letters beyond ASCII, which have to be percent-encoded"

    private static func isPlain(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Returns the reason why a text is none; nil for one that can be registered (RFC 6749 §3.1.2, RFC 8252 §7).
    static func problem(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard (1...longest).contains(bytes.count) else { return "it has more than \(longest) bytes, or none" }
        guard isPlain(bytes) else { return plain }
        guard String(percentDecoding: text) != nil else {
            return "it has a percent sign without two hexadecimal digits, or escapes of no text"
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
        guard let (host, port) = WebHost.parts(authority) else { return "it has brackets that don't close around the host" }
        guard !host.isEmpty else { return "it names no host" }
        guard WebHost.isHost(Array(String(own: host).asciiLowercased.utf8)[...]) else { return "it names a host that no browser can have" }
        if let port, WebHost.port(port) == nil { return "it names a port that is none" }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
