import Primitives

/// The characters of `error` and `error_description` are visible ASCII and the space, without the double quote and the backslash
/// (RFC 6749 §4.1.2.1, §5.2, RFC 6750 §3). Any other character is written as the likest of these, or as a question mark.
extension OAuthError {
    /// The explanation as it may stand on the wire.
    public var wireExplanation: String { Self.permitted(explanation) }

    static func permitted(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isPermitted) else { return text }
        return text.unicodeScalars.map(permitted).joined()
    }

    private static func permitted(_ scalar: Unicode.Scalar) -> String {
        if let byte = UInt8(exactly: scalar.value), isPermitted(byte) { return String(scalar) }
        return likest[scalar] ?? "?"
    }

    /// The characters that sentences of ours, and of those whose values they name, have most.
    private static let likest: [Unicode.Scalar: String] = [
        "\"": "'", "\\": "/", "\t": " ", "\n": " ", "\r": " ", "\u{A0}": " ", "§": "section ", "’": "'", "‘": "'", "“": "'", "”": "'",
        "–": "-", "—": "-", "…": "...", "≤": "<=", "≥": ">=",
    ]

    private static func isPermitted(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension OAuthError.Code {
    /// The code as it may stand on the wire.
    public var wireName: String { OAuthError.permitted(name) }
}
