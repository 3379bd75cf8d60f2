public import DeviceMessages
public import Primitives

/// The answer to a registration (``WalletRegistration``).
public struct InstanceReceipt: Sendable, Equatable {
    /// Raised with every change; a `PATCH` names the one that it has seen.
    public var revision: Int
    /// The service's description of itself.
    public var configuration: WalletConfiguration

    /// Makes a receipt of its members, which are taken unchecked.
    public init(revision: Int, configuration: WalletConfiguration) {
        self.revision = revision
        self.configuration = configuration
    }

    /// The JSON object of the wire, with the members `revision` and `configuration`.
    public var json: JSONValue { ["revision": .integer(Int64(revision)), "configuration": configuration.json] }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the receipt")
        revision = try members.integer("revision", in: 0...Int(Int32.max))
        configuration = try WalletConfiguration(json: members.object["configuration"] ?? .null)
    }
}
