public import Primitives

/// The answer to `POST /logs`: by what people who help find the logs.
public struct LogReceipt: Sendable, Equatable {
    /// The longest body, in bytes, gzip as it is sent.
    public static let longest = 1 << 20

    /// The identifier that the user tells the support staff, `supportId` on the wire.
    public var supportID: String

    /// Makes a log receipt of its `supportID`, which is taken unchecked.
    public init(supportID: String) { self.supportID = supportID }

    /// The JSON object of the wire, with the member `supportId`.
    public var json: JSONValue { ["supportId": .string(supportID)] }

    /// Reads ``json``.
    /// - Throws: ``DeviceError/Code/malformed`` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) { supportID = try Members(json, of: "the receipt").text("supportId") }
}
