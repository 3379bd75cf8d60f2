public import Primitives

/// A user with whom an installation is paired, as the app may show them.
public struct DeviceUser: Sendable, Equatable, Identifiable {
    /// The user's UUID in small letters.
    public var id: String
    public var username: String
    public var given: String?
    public var family: String?
    public var email: String?

    public init(id: String, username: String, given: String? = nil, family: String? = nil, email: String? = nil) {
        self.id = id
        self.username = username
        self.given = given
        self.family = family
        self.email = email
    }

    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "username": .string(username)]
        object["given"] = given.map(JSONValue.string)
        object["family"] = family.map(JSONValue.string)
        object["email"] = email.map(JSONValue.string)
        return .object(object)
    }

    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "user")
        id = try members.text("id")
        username = try members.text("username")
        given = try members.optionalText("given")
        family = try members.optionalText("family")
        email = try members.optionalText("email")
    }
}
