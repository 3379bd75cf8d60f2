public import Primitives

/// The address to which pushes for an installation go (`docs/protocols/device-protocol.md` 5).
public enum PushAddress: Sendable, Hashable {
    /// Apple's service: the device token in small hexadecimal letters, and whether it belongs to the sandbox.
    case apns(token: String, isSandbox: Bool)
    /// Google's service: the registration token.
    case fcm(token: String)
    /// A web push subscription (RFC 8030): the endpoint, the device's P-256 key and its authentication secret, both in base64url
    /// (RFC 8291 §2).
    case webPush(endpoint: String, key: String, secret: String)
    /// The server's own push service: the installation listens with its own key.
    case builtIn
}

extension PushAddress {
    /// The names of the kinds on the wire.
    public var kind: String {
        switch self {
        case .apns: "APNS"
        case .fcm: "FCM"
        case .webPush: "WEB_PUSH"
        case .builtIn: "BUILT_IN"
        }
    }

    /// The JSON object of the wire, with the members `kind`, `token`, `sandbox`, `endpoint`, `p256dh` and `auth`.
    public var json: JSONValue {
        switch self {
        case .apns(let token, let isSandbox): ["kind": "APNS", "token": .string(token), "sandbox": .bool(isSandbox)]
        case .fcm(let token): ["kind": "FCM", "token": .string(token)]
        case .webPush(let endpoint, let key, let secret):
            ["kind": "WEB_PUSH", "endpoint": .string(endpoint), "p256dh": .string(key), "auth": .string(secret)]
        case .builtIn: ["kind": "BUILT_IN"]
        }
    }

    /// Reads ``json``.
    /// - Throws: `.malformed`, also for a token that none of the services gives out.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "push")
        switch try members.text("kind") {
        case "APNS":
            self = .apns(token: try Self.appleToken(members), isSandbox: try members.flag("sandbox", default: false))
        case "FCM": self = .fcm(token: try members.text("token", atMost: 4096))
        case "WEB_PUSH":
            let (key, secret) = (try members.text("p256dh"), try members.text("auth"))
            guard Base64URL.decode(key)?.count == 65, Base64URL.decode(secret)?.count == 16 else {
                throw members.wrong("p256dh", "a point of 65 bytes, and auth of 16 (RFC 8291 §2)")
            }
            self = .webPush(endpoint: try members.text("endpoint", atMost: 2048), key: key, secret: secret)
        case "BUILT_IN": self = .builtIn
        default: throw members.wrong("kind", "APNS, FCM, WEB_PUSH or BUILT_IN")
        }
    }

    private static func appleToken(_ members: Members) throws(DeviceError) -> String {
        let token = try members.text("token", atMost: 400)
        let isHexadecimal = token.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isHexadecimal, token.utf8.count >= 64 else { throw members.wrong("token", "64 or more hexadecimal digits in small letters") }
        return token
    }
}
