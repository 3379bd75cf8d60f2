import Crypto
public import Primitives

/// The keys that a subscriber tells, so that only it can read what is sent to it (RFC 8291 §2): a public key on P-256 and a secret.
public struct WebPushKeys: Sendable, Equatable {
    /// The public key, uncompressed: 65 bytes.
    public let publicKey: [UInt8]
    /// Known to the subscriber and its application server: 16 bytes.
    public let secret: Secret

    /// Keys from their bytes. Throws ``WebPushError/Code/invalidKeys``.
    public init(publicKey: [UInt8], secret: Secret) throws(WebPushError) {
        guard publicKey.count == 65, (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) != nil else {
            throw WebPushError(.invalidKeys, "p256dh is no uncompressed point of P-256")
        }
        guard secret.count == 16 else { throw WebPushError(.invalidKeys, "auth has not 16 bytes") }
        self.publicKey = publicKey
        self.secret = secret
    }

    /// Keys as a browser's subscription has them, in base64url: `p256dh` and `auth` (Push API §8.1). Throws
    /// ``WebPushError/Code/invalidKeys``.
    public init(p256dh: String, auth: String) throws(WebPushError) {
        guard let key = Base64URL.decode(p256dh.unpadded), let secret = Base64URL.decode(auth.unpadded) else {
            throw WebPushError(.invalidKeys, "p256dh or auth is not base64url")
        }
        try self.init(publicKey: key, secret: Secret(bytes: secret))
    }

    /// The public key in base64url.
    public var p256dh: String { Base64URL.encode(publicKey) }
    /// The secret in base64url.
    public var auth: String { secret.withBytes { Base64URL.encode($0) } }
}

extension String {
    /// Some libraries pad.
    fileprivate var unpadded: Substring { self[..<(firstIndex(of: "=") ?? endIndex)] }
}
