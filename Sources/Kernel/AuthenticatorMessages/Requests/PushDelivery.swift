public import Primitives

/// A push as its carrier hands it to the app (`docs/protocols/step-protocol.md` 6.4).
public struct PushDelivery: Sendable, Equatable {
    /// The largest payload that Apple and Google take, in bytes.
    public static let longestPayload = 4096
    /// The longest JWT: what is around it takes space as well.
    public static let longestToken = 3400

    /// The id of the message, which the device gives back with its answer.
    public var messageID: String
    /// The JWT.
    public var token: String

    /// Makes a push delivery of its members, which are taken unchecked.
    public init(messageID: String, token: String) {
        self.messageID = messageID
        self.token = token
    }

    /// Apple's payload.
    /// - Parameter alert: the text that the system shows before the app sees the message.
    /// - Throws: ``PushMessageError/Code/tooLarge`` when the payload is longer than the carrier takes.
    public func apns(alert: String) throws(PushMessageError) -> JSONValue {
        let payload: JSONValue = [
            "aps": [
                "alert": .string(alert), "sound": "default", "badge": 1, "content-available": 1, "messageId": .string(messageID),
                "data": .string(token),
            ]
        ]
        guard payload.encoded.count <= Self.longestPayload else {
            throw PushMessageError(.tooLarge, "the payload has more than \(Self.longestPayload) bytes")
        }
        return payload
    }

    /// Google's data message, and what the server's own push service sends: texts by name.
    public var data: JSONObject { ["message": .string(token), "messageId": .string(messageID)] }

    /// Reads what an app was handed, by either carrier; nil when it isn't a message of this kind.
    public init?(delivered: JSONObject) {
        let apple = delivered["aps"]?.object
        guard let messageID = (apple?["messageId"] ?? delivered["messageId"])?.string, !messageID.isEmpty,
            let token = (apple?["data"] ?? delivered["message"])?.string, !token.isEmpty,
            messageID.utf8.count <= Claims.longestText, token.utf8.count <= PushToken.longest
        else { return nil }
        self.init(messageID: messageID, token: token)
    }
}
