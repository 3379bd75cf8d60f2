import Crypto
import Foundation
import Primitives

/// Content sealed under its own key, in one piece: initialisation vector, ciphertext and tag, which are parts three to five of a compact JWE
/// (RFC 7516 §7.1).
struct SealedContent {
    let bytes: [UInt8]
    private let vectorLength, tagLength: Int

    /// - Parameter bytes: at least as long as vector and tag.
    init(bytes: [UInt8], _ encryption: ContentEncryption) {
        self.bytes = bytes
        vectorLength = encryption.vectorLength
        tagLength = encryption.tagLength
    }

    init(vector: [UInt8], ciphertext: [UInt8], tag: [UInt8]) {
        bytes = vector + ciphertext + tag
        vectorLength = vector.count
        tagLength = tag.count
    }

    var vector: [UInt8] { Array(bytes[..<vectorLength]) }
    var ciphertext: [UInt8] { Array(bytes[vectorLength..<bytes.count - tagLength]) }
    var tag: [UInt8] { Array(bytes[(bytes.count - tagLength)...]) }

    /// The compact serialisation behind a protected header's text and an encrypted key, written in one go.
    func compact(behind header: [UInt8], _ encryptedKey: [UInt8]) -> String {
        let tagStart = bytes.count - tagLength
        let whole =
            header.count + 4 + Base64URL.encodedLength(encryptedKey.count) + Base64URL.encodedLength(vectorLength)
            + Base64URL.encodedLength(tagStart - vectorLength) + Base64URL.encodedLength(tagLength)
        return String(unsafeUninitializedCapacity: whole) { out in
            _ = out.update(fromContentsOf: header)
            var rest = out[header.count...]
            encryptedKey.withUnsafeBytes { Self.append($0, to: &rest) }
            bytes.withUnsafeBytes { bytes in
                Self.append(.init(rebasing: bytes[..<vectorLength]), to: &rest)
                Self.append(.init(rebasing: bytes[vectorLength..<tagStart]), to: &rest)
                Self.append(.init(rebasing: bytes[tagStart...]), to: &rest)
            }
            return whole
        }
    }

    /// Writes a dot and a part.
    private static func append(_ part: UnsafeRawBufferPointer, to text: inout Slice<UnsafeMutableBufferPointer<UInt8>>) {
        text.base[text.startIndex] = UInt8(ascii: ".")
        text = text.dropFirst()
        text = text.dropFirst(Base64URL.write(part, to: .init(rebasing: text)))
    }
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
            guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
            return SealedContent(bytes: combined.withUnsafeBytes { [UInt8]($0) }, encryption)
        case .a128CBCHS256: return try AESCBCHMAC<SHA256>(key).seal(plaintext, vector: vector, authenticating: header)
        case .a256CBCHS512: return try AESCBCHMAC<SHA512>(key).seal(plaintext, vector: vector, authenticating: header)
        }
    }

    func open(_ sealed: SealedContent, authenticating header: [UInt8]) throws -> [UInt8] {
        try sealed.bytes.withUnsafeBytes { try open($0, authenticating: header) }
    }

    /// Opens content from where it lies, without keeping it. Throws when anything is wrong; what it was must not be told apart
    /// (RFC 7516 §11.5).
    ///
    /// - Parameter sealed: vector, ciphertext and tag, one behind the other.
    func open(_ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]) throws -> [UInt8] {
        switch encryption {
        case .a128GCM, .a256GCM:
            let opened = try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: header)
            return opened.withUnsafeBytes { [UInt8]($0) }
        case .a128CBCHS256: return try AESCBCHMAC<SHA256>(key).open(SealedContent(bytes: Array(sealed), encryption), authenticating: header)
        case .a256CBCHS512: return try AESCBCHMAC<SHA512>(key).open(SealedContent(bytes: Array(sealed), encryption), authenticating: header)
        }
    }
}
