public import Primitives

/// The answer to `POST /logs`: by what people who help find the logs.
public struct LogReceipt: Sendable, Equatable {
    /// The longest body, in bytes, gzip as it is sent.
    public static let longest = 1 << 20

    public var supportID: String

    public init(supportID: String) { self.supportID = supportID }

    public var json: JSONValue { ["supportId": .string(supportID)] }

    public init(json: JSONValue) throws(DeviceError) { supportID = try Members(json, of: "the receipt").text("supportId") }
}
