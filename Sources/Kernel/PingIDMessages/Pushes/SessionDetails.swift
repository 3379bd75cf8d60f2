public import DeviceMessages
public import Primitives

/// The session of a push: who signs on by which device, and for how long the answer is awaited. It is fetched, since carriers can read
/// pushes.
public struct SessionDetails: Sendable, Equatable {
    /// The longest client context, in bytes.
    public static let longestContext = 8 << 10

    /// The session's id.
    public var session: String
    /// The user who signs on.
    public var username: String
    /// The device by which the user signs on; nil where it isn't known.
    public var device: DeviceDescription?
    /// The seconds that the user has.
    public var timeout: Int
    /// The trust levels that the user may give to that device; empty where only approval is asked for.
    public var trustLevels: [TrustLevel]
    /// The text for the app, as the customer's server gave it.
    public var clientContext: String?

    /// Makes session details of its members, which are taken unchecked. By default `device` and `clientContext` are nil, and there are no
    /// trust levels.
    public init(
        session: String, username: String, device: DeviceDescription? = nil, timeout: Int, trustLevels: [TrustLevel] = [],
        clientContext: String? = nil
    ) {
        self.session = session
        self.username = username
        self.device = device
        self.timeout = timeout
        self.trustLevels = trustLevels
        self.clientContext = clientContext
    }

    /// The JSON object of the wire, with the members `session`, `username`, `device`, `timeout`, `trustLevels` and `clientContext`.
    public var json: JSONValue {
        var object: JSONObject = [
            "session": .string(session), "username": .string(username), "timeout": .integer(Int64(timeout)),
            "trustLevels": .array(trustLevels.map { .string($0.rawValue) }),
        ]
        object["device"] = device?.json
        object["clientContext"] = clientContext.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the session")
        session = try members.text("session", atMost: SessionQuery.longestID)
        username = try members.text("username", atMost: UserSelection.longestUsername)
        timeout = try members.integer("timeout", in: 0...86_400)
        trustLevels = try members.choices("trustLevels")
        clientContext = try members.optionalText("clientContext", atMost: Self.longestContext)
        device = nil
        if let description = members.object["device"] { device = try DeviceDescription(json: description) }
    }
}
