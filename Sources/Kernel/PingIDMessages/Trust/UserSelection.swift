public import DeviceMessages
public import Primitives

/// The user's choice about a device or a sign-on (`PIDUserSelectionObject` in the documentation of the PingID SDK).
public struct UserSelection: Sendable, Equatable {
    /// The longest user name, in bytes: the 256 characters that a realm takes at most, of four bytes each.
    public static let longestUsername = 1024

    /// The decision; nil when only a trust level was chosen.
    public let action: DeviceAction?
    /// The trust level; nil when only an action was chosen.
    public let trust: TrustLevel?
    /// The interval for which an ignored device is ignored; nil leaves it without an end.
    public let ignoring: IgnoreInterval?
    /// The user among several; nil where there is one.
    public let username: String?

    /// Makes a selection.
    /// - Throws: ``/DeviceMessages/DeviceError/Code/selectionMissing`` with neither an action nor a trust level;
    ///   ``/DeviceMessages/DeviceError/Code/malformed`` for an interval with another level than `ignored`, or a user name that is empty or
    ///   too long.
    public init(
        action: DeviceAction? = nil, trust: TrustLevel? = nil, ignoring: IgnoreInterval? = nil, username: String? = nil
    ) throws(DeviceError) {
        guard action != nil || trust != nil else {
            throw DeviceError(.selectionMissing, "a selection has an action or a trust level")
        }
        guard ignoring == nil || trust == .ignored else {
            throw DeviceError(.malformed, "an interval goes with the trust level ignored only")
        }
        if let username, !(1...Self.longestUsername).contains(username.utf8.count) {
            throw DeviceError(.malformed, "a user name has 1 to \(Self.longestUsername) bytes")
        }
        self.action = action
        self.trust = trust
        self.ignoring = ignoring
        self.username = username
    }

    /// The JSON object of the wire, with the members `action`, `trust`, `ignoring` and `username`.
    public var json: JSONValue {
        var object = JSONObject()
        object["action"] = action.map { .string($0.rawValue) }
        object["trust"] = trust.map { .string($0.rawValue) }
        object["ignoring"] = ignoring?.json
        object["username"] = username.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: as ``init(action:trust:ignoring:username:)``, and ``/DeviceMessages/DeviceError/Code/malformed`` when a member has the
    ///   wrong type.
    public init(json: JSONValue) throws(DeviceError) { try self.init(Members(json, of: "the selection")) }

    init(_ members: Members) throws(DeviceError) {
        try self.init(
            action: members.optionalChoice("action"), trust: members.optionalChoice("trust"),
            ignoring: members.optional("ignoring").map { members throws(DeviceError) in try IgnoreInterval(members) },
            username: members.optionalText("username", atMost: Self.longestUsername))
    }
}
