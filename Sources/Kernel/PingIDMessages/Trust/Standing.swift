public import DeviceMessages
public import Primitives

/// The state of an installation at the server, which comes with every answer.
public struct Standing: Sendable, Equatable {
    /// The greatest number of users of one installation.
    public static let mostUsers = 100
    /// The greatest counter of a passcode.
    public static let greatestCounter: UInt64 = 1 << 53

    /// The users for whom the device is trusted or ignored; empty when it isn't trusted any more.
    public var users: [TrustedUser]
    /// Whether passcodes may be shown only on a device that was found not to be rooted.
    public var isRootDetectionRequired: Bool
    /// A ``CounterSeed``, sealed for the installation; nil while the former one is good. A device that names no counter has none: it gets
    /// the seed until it does.
    public var passcode: String?
    /// The lowest counter that the server still takes; nil without a seed.
    public var counter: UInt64?

    /// Makes a standing of its members, which are taken unchecked. By default there are no users, root detection is not required, and
    /// `passcode` and `counter` are nil.
    public init(
        users: [TrustedUser] = [], isRootDetectionRequired: Bool = false, passcode: String? = nil, counter: UInt64? = nil
    ) {
        self.users = users
        self.isRootDetectionRequired = isRootDetectionRequired
        self.passcode = passcode
        self.counter = counter
    }

    /// Whether the device is trusted for some user.
    public var isTrusted: Bool { users.contains(where: \.level.isTrusted) }

    /// The JSON object of the wire, with the members `users`, `rootDetection`, `passcode` and `counter`.
    public var json: JSONValue {
        var object: JSONObject = ["users": .array(users.map(\.json)), "rootDetection": .bool(isRootDetectionRequired)]
        object["passcode"] = passcode.map(JSONValue.string)
        object["counter"] = counter.map { .integer(Int64(clamping: $0)) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) { try self.init(Members(json, of: "the standing")) }

    init(_ members: Members) throws(DeviceError) {
        users = try members.list("users", atMost: Self.mostUsers, TrustedUser.init(json:))
        isRootDetectionRequired = try members.flag("rootDetection", default: false)
        passcode = try members.optionalText("passcode", atMost: CounterSeed.longestSealed)
        counter = try members.counter("counter")
    }
}
