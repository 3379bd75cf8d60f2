public import DeviceMessages
public import Primitives

/// The fields of a document as texts; one without a value is missing.
public struct IdentityFields: Sendable, Equatable {
    private var texts: [IdentityField: String] = [:]

    /// The longest text of a field, in bytes.
    public static let longestText = 512

    /// No fields.
    public init() {}

    /// The text of a field. An empty one is as if it were missing.
    public subscript(field: IdentityField) -> String? {
        get { texts[field] }
        set { texts[field] = newValue?.isEmpty == true ? nil : newValue }
    }

    /// Whether no field has a text.
    public var isEmpty: Bool { texts.isEmpty }

    /// The JSON object of the wire, its members named as the fields.
    public var json: JSONValue {
        .object(JSONObject(IdentityField.allCases.compactMap { field in texts[field].map { (field.rawValue, .string($0)) } }))
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` for a member that is no field, and a text that is too long.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the fields")
        for name in members.object.names {
            guard let field = IdentityField(exactly: name) else { throw members.wrong("a member", "the name of a field") }
            self[field] = try members.optionalText(name, atMost: Self.longestText)
        }
    }

    /// Reads a member; no fields when it is missing.
    init(_ members: Members, _ name: String) throws(DeviceError) {
        let value = members.object[name] ?? .null
        self = value == .null ? IdentityFields() : try IdentityFields(json: value)
    }
}
