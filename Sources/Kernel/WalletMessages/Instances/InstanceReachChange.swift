public import DeviceMessages
public import Primitives

/// A new way to tell an instance of mail: `PATCH /instances/{id}`, answered by the new revision.
public struct InstanceReachChange: Sendable, Equatable {
    /// The revision that the change is made to; when it isn't the present one, the change is refused with `conflict`.
    public var revision: Int
    /// The new way.
    public var reach: WalletReach

    /// Makes a change of its members, which are taken unchecked.
    public init(revision: Int, reach: WalletReach) {
        self.revision = revision
        self.reach = reach
    }

    /// The JSON object of the wire, with the members `revision`, and `push` or `callback`.
    public var json: JSONValue {
        var object: JSONObject = ["revision": .integer(Int64(revision))]
        object[reach.member.name] = reach.member.value
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the change")
        revision = try members.integer("revision", in: 0...Int(Int32.max))
        guard let reach = try WalletReach(members) else { throw members.missing("push or callback") }
        self.reach = reach
    }
}
