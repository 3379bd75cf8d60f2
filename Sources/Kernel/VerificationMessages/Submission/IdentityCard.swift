public import DeviceMessages
public import Primitives

/// A document or a selfie that is submitted: its images, and what the app read on it.
public struct IdentityCard: Sendable, Equatable {
    /// The kind.
    public var type: IdentityCardType
    /// The app's own id of the card (`cardId` of the documented SDK).
    public var id: String
    /// The fields that the app read, as encoded in the barcode where they come from one. A server reads the images itself.
    public var fields: IdentityFields
    /// The payload of the document's barcode, byte for byte; nil when the app read none.
    public var barcode: [UInt8]?
    /// The images, one of a side.
    public var images: [ImageReference]

    /// The longest payload of a barcode, in bytes.
    public static let longestBarcode = 8192

    /// Makes a card of its members, which are taken unchecked. By default it has neither fields nor barcode.
    public init(
        type: IdentityCardType, id: String, fields: IdentityFields = IdentityFields(), barcode: [UInt8]? = nil, images: [ImageReference]
    ) {
        self.type = type
        self.id = id
        self.fields = fields
        self.barcode = barcode
        self.images = images
    }

    /// The image of a side; nil for none.
    public func image(_ side: ImageSide) -> ImageReference? { images.first { $0.side == side } }

    /// The JSON object of the wire, with the members `type`, `id`, `fields`, `barcode` and `images`.
    public var json: JSONValue {
        var object: JSONObject = ["type": .string(type.rawValue), "id": .string(id), "images": .array(images.map(\.json))]
        if !fields.isEmpty { object["fields"] = fields.json }
        object["barcode"] = barcode.map { .string(Base64URL.encode($0)) }
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; also when the images
    ///   aren't of the sides that the kind of card has, and when a selfie has fields or a barcode.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the card")
        type = try members.word("type")
        id = try members.text("id", atMost: 128)
        fields = try IdentityFields(members, "fields")
        barcode = try members.optional(bytes: "barcode", atMost: Self.longestBarcode)
        images = []
        for item in try members.list("images", 1...2) { images.append(try ImageReference(json: item)) }
        let (sides, known) = (images.map(\.side), type.sides)
        guard Set(sides).count == sides.count, sides.contains(known.required),
            sides.allSatisfy({ $0 == known.required || $0 == known.optional })
        else { throw members.wrong("images", "of the sides that a card of its kind has") }
        guard type.isDocument || fields.isEmpty && barcode == nil else { throw members.wrong("fields", "of a document alone") }
    }
}

extension Members {
    fileprivate func optional(bytes name: String, atMost count: Int) throws(DeviceError) -> [UInt8]? {
        (object[name] ?? .null) == .null ? nil : try bytes(name, 1...count)
    }
}
