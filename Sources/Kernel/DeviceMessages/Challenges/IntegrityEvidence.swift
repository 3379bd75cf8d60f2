internal import Crypto
import Primitives

/// A token of the system's maker that an app and its device are genuine, for a hash that the server's nonce is in.
public struct IntegrityEvidence: Sendable, Equatable {
    /// The maker of the token.
    public enum Maker: String, Sendable { case apple = "APP_ATTEST", google = "PLAY_INTEGRITY" }

    /// The maker of the token, `type` on the wire.
    public var maker: Maker
    /// The token; of Apple an attestation or assertion in base64url.
    public var token: String
    /// The server's nonce of the purpose `integrity`.
    public var nonce: String
    /// Apple's key id, in base64url.
    public var key: String?

    /// Makes integrity evidence of its members, which are taken unchecked. By default `key` is nil.
    public init(_ maker: Maker, token: String, nonce: String, key: String? = nil) {
        self.maker = maker
        self.token = token
        self.nonce = nonce
        self.key = key
    }

    /// Returns the value with which the maker is asked: SHA-256 of the nonce and the installation's id. Apple gets it as the hash of the
    /// client's data, Google as the request's hash (a classic request's nonce) in base64url.
    public static func request(nonce: String, installation: String) -> [UInt8] {
        SHA256.hash(data: Array(nonce.utf8) + Array(installation.utf8)).bytes
    }

    var json: JSONValue {
        var object: JSONObject = ["type": .string(maker.rawValue), "token": .string(token), "nonce": .string(nonce)]
        object["key"] = key.map(JSONValue.string)
        return .object(object)
    }

    init(_ members: Members) throws(DeviceError) {
        guard let maker = Maker(exactly: try members.text("type")) else { throw members.wrong("type", "APP_ATTEST or PLAY_INTEGRITY") }
        self.maker = maker
        token = try members.text("token", atMost: 32 << 10)
        nonce = try members.text("nonce")
        key = try members.optionalText("key")
    }
}
