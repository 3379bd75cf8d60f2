public import DeviceMessages
public import Foundation
public import Primitives

/// A card as a provider outside gets it: what was read, and the ids of its images.
public struct OrderedCard: Sendable, Equatable {
    /// The kind.
    public var type: IdentityCardType
    /// The fields that were read.
    public var fields: IdentityFields
    /// The id of the image of each side.
    public var images: [ImageSide: UUID]

    /// Makes a card of its members, which are taken unchecked.
    public init(type: IdentityCardType, fields: IdentityFields, images: [ImageSide: UUID]) {
        self.type = type
        self.fields = fields
        self.images = images
    }

    /// The JSON object of the wire, with the members `type`, `fields`, and `images`, an object of ids by side.
    public var json: JSONValue {
        let ids = ImageSide.allCases.compactMap { side in images[side].map { (side.rawValue, JSONValue.string($0.text)) } }
        var object: JSONObject = ["type": .string(type.rawValue), "images": .object(JSONObject(ids))]
        if !fields.isEmpty { object["fields"] = fields.json }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the card")
        type = try members.word("type")
        fields = try IdentityFields(members, "fields")
        let ids = try members.inside("images")
        images = [:]
        for name in ids.object.names {
            guard let side = ImageSide(exactly: name) else { throw members.wrong("images", "ids by side") }
            images[side] = try ids.uuid(name)
        }
    }
}
