import Primitives

/// The places to which a browser may be sent after a login: a path on this server, or an absolute URL on its origin or on another that the
/// realm allows. Anything else would let a link to our login page end on an attacker's.
package enum SuccessURL {
    private static let longest = 2000

    /// The text, when it is such a place.
    package static func checked(_ text: String?, origins: [String]) -> String? {
        guard let text, (1...longest).contains(text.utf8.count), text.utf8.allSatisfy(isHarmless) else { return nil }
        if isPath(text) { return text }
        let isThere = origins.contains { origin in
            dropOrigin(text, origin).map { $0.isEmpty || isPath($0) || $0.hasPrefix("?") } ?? false
        }
        return isThere ? text : nil
    }

    /// `//host` and `/\host` lead to another host.
    private static func isPath(_ text: some StringProtocol) -> Bool { text.hasPrefix("/") && !text.hasPrefix("//") }

    private static func dropOrigin(_ text: String, _ origin: String) -> Substring? {
        text.hasPrefix(origin) ? text.dropFirst(origin.count) : nil
    }

    /// Printable ASCII without the backslash, which browsers take for a slash. Browsers drop tabs and line ends.
    private static func isHarmless(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\\") }
}
