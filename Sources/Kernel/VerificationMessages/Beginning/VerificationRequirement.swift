public import DeviceMessages
public import Primitives

/// A part of a verification that an app collects data for.
public struct VerificationRequirement: Sendable, Equatable {
    /// The part.
    public var part: VerificationPart
    /// Whether the verification fails without it.
    public var isRequired: Bool
    /// The kinds of document that are taken for it; empty for a selfie.
    public var documents: [IdentityCardType]

    /// Makes a requirement of its members, which are taken unchecked. By default no kinds of document are named.
    public init(part: VerificationPart, isRequired: Bool, documents: [IdentityCardType] = []) {
        self.part = part
        self.isRequired = isRequired
        self.documents = documents
    }

    /// The JSON object of the wire, with the members `part`, `required` and `documents`.
    public var json: JSONValue {
        var object: JSONObject = ["part": .string(part.rawValue), "required": .bool(isRequired)]
        if !documents.isEmpty { object["documents"] = .array(documents.map { .string($0.rawValue) }) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the requirement")
        part = try members.word("part")
        isRequired = try members.flag("required")
        let names = try members.texts("documents", atMost: IdentityCardType.allCases.count)
        documents = names.compactMap(IdentityCardType.init(exactly:))
        guard documents.count == names.count, documents.allSatisfy(\.isDocument), documents.isEmpty == (part == .selfie) else {
            throw members.wrong("documents", "kinds of document, of a document alone")
        }
    }
}
