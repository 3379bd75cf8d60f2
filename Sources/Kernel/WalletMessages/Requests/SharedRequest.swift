public import DeviceMessages
public import Foundation
public import Primitives

/// The content of a QR code that asks a wallet to answer: who asks, with which challenge, and for what (`docs/protocols/claims.md` 7). The QR code
/// has the URL at which it is kept, or this JSON itself.
public struct SharedRequest: Sendable, Equatable {
    /// The id of the instance that asks, `shocardid` of the documented form.
    public var instance: UUID
    /// The challenge that the answer must carry, `ss_id` of the documented form.
    public var challenge: UUID
    /// A text for users; nil for none.
    public var message: String?
    /// The keys whose values are asked for, in the notation `CardType->Key` where a card is meant; nil when the request asks for none.
    public var keys: [String]?

    /// Makes a request of its members, which are taken unchecked. By default it has no message and asks for nothing in particular.
    public init(instance: UUID, challenge: UUID, message: String? = nil, keys: [String]? = nil) {
        self.instance = instance
        self.challenge = challenge
        self.message = message
        self.keys = keys
    }

    /// The longest JSON of a request, in bytes.
    public static let longest = 16 << 10
    /// The documented word for a request to share.
    private static let action = "request_share"

    /// The documented JSON: `{"shocard": {"shocardid", "ss_id", "message", "action", "requested_keys"}}`.
    public var json: JSONValue {
        var object: JSONObject = ["shocardid": .string(instance.text), "ss_id": .string(challenge.text)]
        object["message"] = message.map(JSONValue.string)
        if let keys {
            object["action"] = .string(Self.action)
            object["requested_keys"] = .array(keys.map(JSONValue.string))
        }
        return ["shocard": .object(object)]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; for another action, too.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json["shocard"], of: "the request")
        instance = try members.id("shocardid")
        challenge = try members.id("ss_id")
        message = try members.optionalText("message", atMost: 2048)
        let action = try members.optionalText("action")
        guard action == nil || action == Self.action else { throw members.wrong("action", Self.action) }
        keys = members.object["requested_keys"] == nil ? nil : try members.texts("requested_keys", atMost: 512)
    }
}
