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

    /// Hands vector, ciphertext and tag, one behind the other, to a closure that must not keep them.
    ///
    /// Throws ``JWEError/Code/malformed`` when one isn't base64url, or has not the length that the encryption needs.
    func withContent<Value>(
        _ encryption: ContentEncryption, _ body: (UnsafeRawBufferPointer) throws(JWEError) -> Value
    ) throws(JWEError) -> Value {
        guard let before = Base64URL.decodedLength(vector.count), let length = Base64URL.decodedLength(ciphertext.count),
            let after = Base64URL.decodedLength(tag.count)
        else { throw Self.notBase64 }
        guard before == encryption.vectorLength, after == encryption.tagLength else {
            throw JWEError(.malformed, "the initialisation vector or the tag has not the length of \(encryption.rawValue)")
        }
        let end = before + length
        let result = withUnsafeTemporaryAllocation(byteCount: end + after, alignment: 16) { room -> Result<Value, JWEError> in
            Result { () throws(JWEError) in
                guard Base64URL.read(vector, to: .init(rebasing: room[..<before])),
                    Base64URL.read(ciphertext, to: .init(rebasing: room[before..<end])),
                    Base64URL.read(tag, to: .init(rebasing: room[end...]))
                else { throw Self.notBase64 }
                return try body(UnsafeRawBufferPointer(room))
            }
        }
        return try result.get()
    }

    static var notBase64: JWEError { JWEError(.malformed, "a part of the JWE is not base64url") }
}
