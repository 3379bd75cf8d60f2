import Primitives

/// The text of a compact JWE cut at its dots, where it lies (RFC 7516 §7.1).
struct SealedParts {
    let header, encryptedKey, vector, ciphertext, tag: UnsafeBufferPointer<UInt8>

    /// Nil unless the text has exactly five parts.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        func dot(after start: Int?) -> Int? { start.flatMap { position(of: UInt8(ascii: "."), in: text, from: $0 + 1) } }
        let first = position(of: UInt8(ascii: "."), in: text, from: 0)
        let second = dot(after: first)
        let third = dot(after: second)
        guard let first, let second, let third, let fourth = dot(after: third), dot(after: fourth) == nil else { return nil }
        header = .init(rebasing: text[..<first])
        encryptedKey = .init(rebasing: text[(first + 1)..<second])
        vector = .init(rebasing: text[(second + 1)..<third])
        ciphertext = .init(rebasing: text[(third + 1)..<fourth])
        tag = .init(rebasing: text[(fourth + 1)...])
    }

    /// Vector, ciphertext and tag, one behind the other; nil when any isn't base64url.
    func content() -> [UInt8]? {
        guard let before = Base64URL.decodedLength(vector.count), let length = Base64URL.decodedLength(ciphertext.count),
            let after = Base64URL.decodedLength(tag.count)
        else { return nil }
        var isGood = false
        let whole = [UInt8](unsafeUninitializedCapacity: before + length + after) { out, count in
            let room = UnsafeMutableRawBufferPointer(out)
            let end = before + length
            isGood =
                Base64URL.read(vector, to: .init(rebasing: room[..<before]))
                && Base64URL.read(ciphertext, to: .init(rebasing: room[before..<end]))
                && Base64URL.read(tag, to: .init(rebasing: room[end..<(end + after)]))
            count = isGood ? end + after : 0
        }
        return isGood ? whole : nil
    }
}
