import Crypto

/// Content sealed under its own key: what parts three to five of a compact JWE hold (RFC 7516 §7.1).
struct SealedContent {
    var vector: [UInt8]
    var ciphertext: [UInt8]
    var tag: [UInt8]
}

/// Encryption of content with its key (RFC 7518 §5).
struct ContentCipher {
    let encryption: ContentEncryption
    let key: SymmetricKey

    /// Nil when the key has not the length that the encryption needs.
    init?(_ encryption: ContentEncryption, key: SymmetricKey) {
        guard key.bitCount == encryption.keyLength * 8 else { return nil }
        self.encryption = encryption
        self.key = key
    }

    func seal(_ plaintext: [UInt8], vector: [UInt8], authenticating header: [UInt8]) throws -> SealedContent {
        switch encryption {
        case .a128GCM, .a256GCM:
            let box = try AES.GCM.seal(plaintext, using: key, nonce: AES.GCM.Nonce(data: vector), authenticating: header)
            return SealedContent(vector: vector, ciphertext: [UInt8](box.ciphertext), tag: [UInt8](box.tag))
        case .a128CBCHS256: return try AESCBCHMAC<SHA256>(key).seal(plaintext, vector: vector, authenticating: header)
        case .a256CBCHS512: return try AESCBCHMAC<SHA512>(key).seal(plaintext, vector: vector, authenticating: header)
        }
    }

    /// Throws when anything is wrong; what it was must not be told apart (RFC 7516 §11.5).
    func open(_ sealed: SealedContent, authenticating header: [UInt8]) throws -> [UInt8] {
        switch encryption {
        case .a128GCM, .a256GCM:
            let nonce = try AES.GCM.Nonce(data: sealed.vector)
            let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.ciphertext, tag: sealed.tag)
            return [UInt8](try AES.GCM.open(box, using: key, authenticating: header))
        case .a128CBCHS256: return try AESCBCHMAC<SHA256>(key).open(sealed, authenticating: header)
        case .a256CBCHS512: return try AESCBCHMAC<SHA512>(key).open(sealed, authenticating: header)
        }
    }
}
