public import DeviceMessages
public import Primitives

/// The user's choice about a device or a sign-on (`PIDUserSelectionObject` in the documentation of the PingID SDK).
public struct UserSelection: Sendable, Equatable {
    /// The members on the wire, for both halves.
    package enum Member: String, Sendable, CaseIterable {
        case action, trust, ignoring, username
    }

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
        object[Member.action.rawValue] = action.map { .string($0.rawValue) }
        object[Member.trust.rawValue] = trust.map { .string($0.rawValue) }
        object[Member.ignoring.rawValue] = ignoring?.json
        object[Member.username.rawValue] = username.map(JSONValue.string)
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: as ``init(action:trust:ignoring:username:)``, and ``/DeviceMessages/DeviceError/Code/malformed`` when a member has the
    ///   wrong type.
    public init(json: JSONValue) throws(DeviceError) { try self.init(Members(json, of: "the selection")) }

    init(_ members: Members) throws(DeviceError) {
        try self.init(
            action: members.optionalChoice(Member.action.rawValue), trust: members.optionalChoice(Member.trust.rawValue),
            ignoring: members.optional(Member.ignoring.rawValue).map(IgnoreInterval.init),
            username: members.optionalText(Member.username.rawValue, atMost: Self.longestUsername))
    }
}
