import Foundations
import Primitives
import TransparencyLog

/// A witness that a realm asks: its URL, and the key of its cosignatures.
struct WitnessAddress: Sendable, Equatable {
    /// The URL below which it takes requests, without a slash at its end.
    let url: String
    let key: NoteKey

    /// Reads a URL and a verifier key with a space between them; nil for another text.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count <= 2048, parts.count == 2, OutboundURL.isSafe(String(parts[0])),
            let key = try? NoteKey(text: String(parts[1])),
            key.kind == .cosignature
        else { return nil }
        url = String(parts[0].utf8.last == UInt8(ascii: "/") ? parts[0].dropLast() : parts[0])
        self.key = key
    }
}
