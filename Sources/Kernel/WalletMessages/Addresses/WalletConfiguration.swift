public import DeviceMessages
public import Foundation
public import Primitives

/// A wallet service's description of itself: `GET /configuration`, and the answer of a registration (`docs/protocols/claims.md` 4.2).
public struct WalletConfiguration: Sendable, Equatable {
    /// The registry's log.
    public var log: LogDescription
    /// The key for stamps that are asked for now.
    public var stampKey: StampKey
    /// The server's time, in whole seconds.
    public var serverTime: Date

    /// Makes a configuration of its members, which are taken unchecked.
    public init(log: LogDescription, stampKey: StampKey, serverTime: Date) {
        self.log = log
        self.stampKey = stampKey
        self.serverTime = serverTime
    }

    /// The JSON object of the wire, with the members `log`, `stampKey` and `serverTime`.
    public var json: JSONValue {
        ["log": log.json, "stampKey": .string(Base64URL.encode(stampKey.encoded)), "serverTime": JSONValue(serverTime)]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the configuration")
        log = try LogDescription(json: members.object["log"] ?? .null)
        guard let bytes = Base64URL.decode(try members.text("stampKey", atMost: 1024)), let key = StampKey(bytes) else {
            throw members.wrong("stampKey", "an RSA key of 2048 bits as RFC 9578 §6.5 has it, in base64url")
        }
        stampKey = key
        serverTime = try members.time("serverTime")
    }
}
