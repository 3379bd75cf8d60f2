import Crypto
import Primitives

/// The one record of a message: the content coding `aes128gcm` (RFC 8188 §2) with the keys of RFC 8291 §3.
struct WebPushRecord {
    static let saltLength = 16
    static let pointLength = 65
    /// Salt, record size, length of the key id, and the sender's key as the id (RFC 8188 §2.1).
    static let headerLength = saltLength + 4 + 1 + pointLength
    /// The delimiter and the tag.
    static let overhead = 1 + 16
    /// RFC 8188 §2: marks the last record.
    static let lastDelimiter: UInt8 = 2

    let salt: [UInt8]
    let senderKey: [UInt8]
    /// Ciphertext and tag.
    let content: [UInt8]

    init(salt: [UInt8], senderKey: [UInt8], content: [UInt8]) {
        self.salt = salt
        self.senderKey = senderKey
        self.content = content
    }

    /// Reads a message's body.
    init(parsing body: [UInt8]) throws(WebPushError) {
        guard body.count <= WebPush.longestMessage else {
            throw WebPushError(.tooLarge, "a push message has at most \(WebPush.longestMessage) bytes")
        }
        guard body.count > Self.headerLength + Self.overhead - 1 else { throw WebPushError(.malformed, "a push message is cut off") }
        let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard Int(body[20]) == Self.pointLength else { throw WebPushError(.malformed, "a push message names no key on P-256") }
        salt = Array(body[..<Self.saltLength])
        senderKey = Array(body[21..<Self.headerLength])
        content = Array(body[Self.headerLength...])
        // RFC 8291 §4: one record only.
        guard size >= Self.overhead + 1, content.count <= size else { throw WebPushError(.malformed, "a push message has several records") }
    }

    var bytes: [UInt8] {
        let size = UInt32(WebPush.longestMessage)
        return salt + withUnsafeBytes(of: size.bigEndian) { Array($0) } + [UInt8(Self.pointLength)] + senderKey + content
    }
}

/// The content key and nonce of one message (RFC 8291 §3.4).
struct WebPushContentKey {
    let key: SymmetricKey
    let nonce: AES.GCM.Nonce

    /// - Parameter agreed: the secret that the two key pairs agree on.
    init(agreed: SharedSecret, auth: Secret, subscriber: [UInt8], sender: [UInt8], salt: [UInt8]) throws {
        let info = Array("WebPush: info\0".utf8) + subscriber + sender
        let input = auth.withBytes { agreed.hkdfDerivedSymmetricKey(using: SHA256.self, salt: $0, sharedInfo: info, outputByteCount: 32) }
        let pseudorandom = HKDF<SHA256>.extract(inputKeyMaterial: input, salt: salt)
        key = HKDF<SHA256>.expand(
            pseudoRandomKey: pseudorandom, info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
        nonce = try HKDF<SHA256>.expand(
            pseudoRandomKey: pseudorandom, info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12
        ).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    }
}
