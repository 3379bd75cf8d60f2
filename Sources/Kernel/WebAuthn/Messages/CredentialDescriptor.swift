public import Primitives

/// A credential by its id, with the ways in which it is reached (L3 §5.8.3).
public struct CredentialDescriptor: Sendable, Equatable {
    /// The credential's identifier, its raw bytes.
    public var id: [UInt8]
    /// Transports such as `internal`, `usb` and `hybrid`; empty when they aren't known.
    public var transports: [String]

    /// A descriptor.
    public init(id: [UInt8], transports: [String] = []) {
        self.id = id
        self.transports = transports
    }

    /// `PublicKeyCredentialDescriptorJSON`.
    public var json: JSONValue {
        var members: JSONObject = ["type": "public-key", "id": .string(Base64URL.encode(id))]
        if !transports.isEmpty { members["transports"] = .array(transports.map(JSONValue.string)) }
        return .object(members)
    }

    /// Nil for JSON that is no descriptor.
    public init?(json: JSONValue) {
        guard json["type"]?.string == "public-key", let id = json["id"]?.string.flatMap({ Base64URL.decode($0) }), !id.isEmpty else {
            return nil
        }
        self.init(id: id, transports: json["transports"]?.strings ?? [])
    }
}
