import Primitives

/// The address to which pushes for a mechanism go.
public struct PushDevice: Sendable, Equatable {
    /// The service that carries them: `communicationType`.
    public enum Carrier: String, Sendable, CaseIterable {
        /// Apple: ``token`` is the device token in upper-case hexadecimal.
        case apns
        /// Google: ``token`` is the registration token.
        case gcm
        /// The server's own push service: the device listens (``PushListening``), and ``token`` says nothing. Of our own lines.
        case builtIn = "builtin"
    }

    /// `deviceId`.
    public var token: String
    /// The owner's name for the device: `deviceName`.
    public var name: String
    /// `ios` or `android`; other systems of our own lines.
    public var type: String
    /// The service that brings pushes to the device.
    public var carrier: Carrier

    /// Makes a push device of its members, which are taken unchecked.
    public init(token: String, name: String, type: String, carrier: Carrier) {
        self.token = token
        self.name = name
        self.type = type
        self.carrier = carrier
    }

    /// An APNs token as clients send it.
    public static func appleToken(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    func add(to claims: inout JSONObject) {
        claims["deviceId"] = .string(token)
        claims["deviceName"] = .string(name)
        claims["deviceType"] = .string(type)
        claims["communicationType"] = .string(carrier.rawValue)
    }

    init(_ claims: Claims) throws(PushMessageError) {
        token = try claims.text("deviceId", atMost: 4096)
        name = try claims.optionalText("deviceName") ?? ""
        type = try claims.text("deviceType", atMost: 64)
        switch try claims.text("communicationType").lowercased() {
        case "apns": carrier = .apns
        case "gcm", "fcm": carrier = .gcm
        case "builtin": carrier = .builtIn
        default: throw claims.wrong("communicationType", "apns, gcm or builtin")
        }
    }
}
