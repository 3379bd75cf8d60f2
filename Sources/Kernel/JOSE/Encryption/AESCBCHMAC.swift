import Crypto
import CryptoExtras
import Foundation
import Primitives

/// AES in CBC mode with HMAC, encrypt then MAC (RFC 7518 §5.2.2). The first half of the key authenticates, the second encrypts;
/// the tag is the first half of the MAC.
struct AESCBCHMAC<Hash: HashFunction> {
    private let macKey: SymmetricKey
    private let cipherKey: SymmetricKey

    /// A key of twice a cipher key's length.
    init(_ key: SymmetricKey) {
        (macKey, cipherKey) = key.withUnsafeBytes { bytes in
            let half = bytes.count / 2
            return (SymmetricKey(data: bytes[..<half]), SymmetricKey(data: bytes[half...]))
        }
    }

    func seal(_ plaintext: [UInt8], vector: [UInt8], authenticating header: [UInt8]) throws -> SealedContent {
        let ciphertext = [UInt8](try AES._CBC.encrypt(plaintext, using: cipherKey, iv: AES._CBC.IV(ivBytes: vector)))
        return SealedContent(vector: vector, ciphertext: ciphertext, tag: tag(vector, ciphertext, header))
    }

    /// The tag first, in constant time; the padding is not looked at unless the tag is right.
    func open(_ sealed: SealedContent, authenticating header: [UInt8]) throws -> [UInt8] {
        guard constantTimeEqual(tag(sealed.vector, sealed.ciphertext, header), sealed.tag) else {
            throw CryptoKitError.authenticationFailure
        }
        return [UInt8](try AES._CBC.decrypt(sealed.ciphertext, using: cipherKey, iv: AES._CBC.IV(ivBytes: sealed.vector)))
    }

    private func tag(_ vector: [UInt8], _ ciphertext: [UInt8], _ header: [UInt8]) -> [UInt8] {
        var mac = HMAC<Hash>(key: macKey)
        mac.update(data: header)
        mac.update(data: vector)
        mac.update(data: ciphertext)
        withUnsafeBytes(of: UInt64(header.count * 8).bigEndian) { mac.update(data: $0) }
        return Array(mac.finalize().bytes.prefix(Hash.Digest.byteCount / 2))
    }
}
