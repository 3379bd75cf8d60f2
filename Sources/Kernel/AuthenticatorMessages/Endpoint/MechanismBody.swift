public import Primitives

/// The body of what a device sends of itself: which mechanism speaks, and the signed claims (`docs/protocols/step-protocol.md` 6.6).
public struct MechanismBody: Sendable, Equatable {
    /// The id of the mechanism that speaks; its secret verifies the claims.
    public var mechanismID: String
    /// The JWT.
    public var token: String
    /// The user's id, when it is known: `username` in the older lines of clients, `userId` in the newer.
    public var userID: String?

    /// Makes a mechanism body of its members, which are taken unchecked. By default `userID` is nil.
    public init(mechanismID: String, token: String, userID: String? = nil) {
        self.mechanismID = mechanismID
        self.token = token
        self.userID = userID
    }

    /// The JSON object of the wire, with the members `mechanismUid`, `jwt` and `username`.
    public var json: JSONValue {
        var object: JSONObject = ["mechanismUid": .string(mechanismID), "jwt": .string(token)]
        object["username"] = userID.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``PushMessageError/Code/malformed`` when it is no object, or a member is missing.
    public init(json: JSONValue) throws(PushMessageError) {
        guard let object = json.object else { throw PushMessageError(.malformed, "the message is no JSON object") }
        let members = Claims(object: object, what: "the message")
        mechanismID = try members.text("mechanismUid")
        token = try members.text("jwt", atMost: PushToken.longest)
        userID = try members.optionalText(members.object["username"] == nil ? "userId" : "username")
    }
}
