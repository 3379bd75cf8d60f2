public import Primitives

/// The body of a registration and of an answer: which message it answers, and the signed claims.
public struct MessageBody: Sendable, Equatable {
    /// The longest body that is read, in bytes.
    public static let longest = 16_384

    /// The message that is answered; opaque to clients.
    public var messageID: String
    /// The JWT.
    public var token: String
    /// The user's id, which one line of clients sends along.
    public var userID: String?

    /// Makes a message body of its members, which are taken unchecked. By default `userID` is nil.
    public init(messageID: String, token: String, userID: String? = nil) {
        self.messageID = messageID
        self.token = token
        self.userID = userID
    }

    /// The JSON object of the wire, with the members `messageId`, `jwt` and `userId`.
    public var json: JSONValue {
        var object: JSONObject = ["messageId": .string(messageID), "jwt": .string(token)]
        object["userId"] = userID.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``PushMessageError/Code/malformed`` when it is no object, or a member is missing.
    public init(json: JSONValue) throws(PushMessageError) {
        guard let object = json.object else { throw PushMessageError(.malformed, "the message is no JSON object") }
        let members = Claims(object: object, what: "the message")
        messageID = try members.text("messageId")
        token = try members.text("jwt", atMost: PushToken.longest)
        userID = try members.optionalText("userId")
    }
}
