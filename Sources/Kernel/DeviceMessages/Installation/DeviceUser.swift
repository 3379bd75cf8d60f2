public import Primitives

/// A user with whom an installation is paired, as the app may show them.
public struct DeviceUser: Sendable, Equatable, Identifiable {
    /// The user's UUID in small letters.
    public var id: String
    /// The user's name in the realm.
    public var username: String
    /// The user's given name; nil when it is not known.
    public var given: String?
    /// The user's family name; nil when it is not known.
    public var family: String?
    /// The user's email address; nil when it is not known.
    public var email: String?

    /// Makes a device user of its members, which are taken unchecked. By default `given`, `family` and `email` are nil.
    public init(id: String, username: String, given: String? = nil, family: String? = nil, email: String? = nil) {
        self.id = id
        self.username = username
        self.given = given
        self.family = family
        self.email = email
    }

    /// The JSON object of the wire, with the members `id`, `username`, `given`, `family` and `email`.
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "username": .string(username)]
        object["given"] = given.map(JSONValue.string)
        object["family"] = family.map(JSONValue.string)
        object["email"] = email.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "user")
        id = try members.text("id")
        username = try members.text("username")
        given = try members.optionalText("given")
        family = try members.optionalText("family")
        email = try members.optionalText("email")
    }
}
