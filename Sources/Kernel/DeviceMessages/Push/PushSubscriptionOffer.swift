public import Foundation
public import Primitives

/// Asks for a push resource of the server's own push service, to which others may send (RFC 8030): `POST /push/subscriptions`.
public struct PushSubscriptionRequest: Sendable, Equatable {
    /// The public key of the only application server that may send (RFC 8292 §4), 65 bytes; nil for any sender that knows the address.
    public var sender: [UInt8]?

    /// Makes a push subscription request of its `sender`, which is taken unchecked. By default `sender` is nil.
    public init(sender: [UInt8]? = nil) { self.sender = sender }

    /// The JSON object of the wire, with the member `sender`.
    public var json: JSONValue {
        var object = JSONObject()
        object["sender"] = sender.map { .string(Base64URL.encode($0)) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the subscription")
        sender = try members.optionalText("sender", atMost: 100).map { text throws(DeviceError) in
            guard let key = Base64URL.decode(text), key.count == 65 else {
                throw members.wrong("sender", "a point of 65 bytes in base64url")
            }
            return key
        }
    }
}

/// The push resource that was made.
public struct PushSubscriptionOffer: Sendable, Equatable {
    /// The id under which its messages come to the device.
    public var id: String
    /// The URL to which others send. A sender who knows it may send.
    public var endpoint: String
    /// The time when the subscription ends.
    public var expires: Date

    /// Makes a push subscription offer of its members, which are taken unchecked.
    public init(id: String, endpoint: String, expires: Date) {
        self.id = id
        self.endpoint = endpoint
        self.expires = expires
    }

    /// The JSON object of the wire, with the members `id`, `endpoint` and `expires`.
    public var json: JSONValue { ["id": .string(id), "endpoint": .string(endpoint), "expires": JSONValue(expires)] }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the subscription")
        id = try members.text("id")
        endpoint = try members.text("endpoint", atMost: 2048)
        expires = try members.time("expires")
    }
}

/// A sender's message to a subscription, as the stream brings it (``PushEvent/Kind/message``).
public struct PushedMessage: Sendable, Equatable {
    /// The id of the subscription to which the message was sent.
    public var subscription: String
    /// Sealed for the device (RFC 8291).
    public var body: [UInt8]

    /// Makes a pushed message of its members, which are taken unchecked.
    public init(subscription: String, body: [UInt8]) {
        self.subscription = subscription
        self.body = body
    }

    /// The JSON object of the wire, with the members `subscription`, `contentEncoding` and `body`.
    public var json: JSONValue {
        ["subscription": .string(subscription), "contentEncoding": "aes128gcm", "body": .string(Base64URL.encode(body))]
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the message")
        subscription = try members.text("subscription")
        guard try members.text("contentEncoding") == "aes128gcm", let body = Base64URL.decode(try members.text("body", atMost: 8192)) else {
            throw members.wrong("body", "sealed by aes128gcm, in base64url")
        }
        self.body = body
    }
}
