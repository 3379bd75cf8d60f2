public import DeviceMessages
public import Primitives

/// A user whom an authentication token may sign on.
public struct TokenUser: Sendable, Equatable {
    /// The state of a user.
    public enum Status: String, Sendable, CaseIterable {
        /// The user may sign on.
        case active = "ACTIVE"
        /// The user may not.
        case suspended = "SUSPENDED"
    }

    /// The user's name; never empty.
    public var username: String
    /// The user's first name; nil when it isn't known.
    public var firstName: String?
    /// The user's last name; nil when it isn't known.
    public var lastName: String?
    /// The user's state.
    public var status: Status

    /// Makes a user of its members, which are taken unchecked. By default there are no names but the user name, and the user is active.
    public init(username: String, firstName: String? = nil, lastName: String? = nil, status: Status = .active) {
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.status = status
    }

    /// The JSON object of the wire, with the members `username`, `firstName`, `lastName` and `status`.
    public var json: JSONValue {
        var object: JSONObject = ["username": .string(username), "status": .string(status.rawValue)]
        object["firstName"] = firstName.map(JSONValue.string)
        object["lastName"] = lastName.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "user")
        username = try members.text("username", atMost: UserSelection.longestUsername)
        firstName = try members.optionalText("firstName", atMost: UserSelection.longestUsername)
        lastName = try members.optionalText("lastName", atMost: UserSelection.longestUsername)
        status = try members.choice("status")
    }
}
