import Crypto
public import Primitives

/// Message encryption for web push (RFC 8291): the push service that carries a message can neither read nor change it.
public enum WebPush {
    /// The longest body that every push service takes (RFC 8030 §7.2).
    public static let longestMessage = 4096
    /// The length of the content that fits into it.
    public static let longestContent = longestMessage - WebPushRecord.headerLength - WebPushRecord.overhead

    /// Seals content for a subscriber.
    ///
    /// - Parameters:
    ///   - padding: how many bytes are added so that the length says less.
    ///   - random: makes the message's own key pair and salt.
    /// - Returns: the body of a request with `Content-Encoding: aes128gcm`.
    /// - Throws: ``WebPushError/Code/tooLarge``.
    public static func seal(
        _ content: some Collection<UInt8>, for keys: WebPushKeys, padding: Int = 0, random: some RandomSource
    ) throws(WebPushError) -> [UInt8] {
        try seal(content, for: keys, padding: padding, sender: WebPushKeyPair(random: random), salt: random.bytes(WebPushRecord.saltLength))
    }

    /// The same with a given key pair and salt, which must be used once: for the published example.
    static func seal(
        _ content: some Collection<UInt8>, for keys: WebPushKeys, padding: Int, sender: WebPushKeyPair, salt: [UInt8]
    ) throws(WebPushError) -> [UInt8] {
        guard padding >= 0, content.count + padding <= longestContent else {
            throw WebPushError(.tooLarge, "a push message carries at most \(longestContent) bytes, not \(content.count + padding)")
        }
        let plain = Array(content) + [WebPushRecord.lastDelimiter] + [UInt8](repeating: 0, count: padding)
        do {
            let subscriber = try P256.KeyAgreement.PublicKey(x963Representation: keys.publicKey)
            let key = try WebPushContentKey(
                agreed: sender.key.sharedSecretFromKeyAgreement(with: subscriber), auth: keys.secret, subscriber: keys.publicKey,
                sender: sender.publicKey, salt: salt)
            let box = try AES.GCM.seal(plain, using: key.key, nonce: key.nonce)
            return WebPushRecord(salt: salt, senderKey: sender.publicKey, content: Array(box.ciphertext + box.tag)).bytes
        } catch { throw WebPushError(.invalidKeys, "the subscriber's key can't be used") }
    }

    /// Opens a message's body.
    ///
    /// - Throws: ``WebPushError``: `tooLarge`, `malformed`, `notAuthentic`.
    public static func open(_ body: [UInt8], with pair: WebPushKeyPair, secret: Secret) throws(WebPushError) -> [UInt8] {
        let record = try WebPushRecord(parsing: body)
        let opened: [UInt8]
        do {
            let sender = try P256.KeyAgreement.PublicKey(x963Representation: record.senderKey)
            let key = try WebPushContentKey(
                agreed: pair.key.sharedSecretFromKeyAgreement(with: sender), auth: secret, subscriber: pair.publicKey,
                sender: record.senderKey, salt: record.salt)
            let (ciphertext, tag) = (record.content.dropLast(16), record.content.suffix(16))
            opened = Array(
                try AES.GCM.open(AES.GCM.SealedBox(nonce: key.nonce, ciphertext: ciphertext, tag: tag), using: key.key))
        } catch { throw WebPushError(.notAuthentic, "the push message was changed, or is for another subscription") }
        guard let end = opened.lastIndex(where: { $0 != 0 }), opened[end] == WebPushRecord.lastDelimiter else {
            throw WebPushError(.malformed, "a push message has no end")
        }
        return Array(opened[..<end])
    }
}
