internal import Crypto
import Primitives

/// The names of users and sessions as they leave the device: hashes, which a server compares with those of the ones it knows. A session's
/// identifier may be good for more than its name says, and a user's may be an e-mail address.
public enum SignalIdentity {
    /// The length of a hash in base64url.
    static let length = 43

    /// SHA-256 of the issuer's address, a zero byte, and the UTF-8 bytes of the text, in base64url. Equal texts have equal hashes at one
    /// issuer, and others at the next.
    public static func digest(of text: String, at issuer: SignalsIssuer) -> String {
        Base64URL.encode(SHA256.hash(data: Array(issuer.description.utf8) + [0] + Array(text.utf8)))
    }
}

extension RiskMembers {
    func digest(_ name: String) throws(RiskError) -> String? {
        let text = try optionalText(name, atMost: SignalIdentity.length)
        if let text, Base64URL.decode(text)?.count != 32 { throw wrong(name, "a hash in base64url") }
        return text
    }
}
