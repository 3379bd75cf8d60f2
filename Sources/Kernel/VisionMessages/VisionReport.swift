import Primitives

/// The results of reading an image; those of readings that weren't asked for are nil.
public struct VisionReport: Sendable, Equatable {
    /// The kind of the image's file.
    public var kind: ImageHeader.Kind
    /// The size of the upright image, in pixels; all positions are in it.
    public var width, height: Int
    /// The measures of how well the image can be read.
    public var quality: ImageQuality?
    /// The barcodes that were found.
    public var barcodes: [Barcode]?
    /// The machine readable zone that was found, if any.
    public var zones: [DocumentZone]?
    /// The printed words, in reading order.
    public var words: VisionResult<[PrintedWord]>?
    /// The faces, the largest first.
    public var faces: [DetectedFace]?
    /// The descriptors of these faces, in their order.
    public var descriptors: VisionResult<[FaceDescriptor]>?
    /// Signs that the picture's one face was photographed from a picture; nil when there is not one face.
    public var recapture: RecaptureSigns?
    /// The largest face with what is around it, a JPEG file made from the pixels; nil when there is no face.
    public var portrait: [UInt8]?

    /// Makes a report with nothing read.
    public init(kind: ImageHeader.Kind, width: Int, height: Int) {
        self.kind = kind
        self.width = width
        self.height = height
    }

    /// The wire form, without the portrait.
    var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue), "width": .integer(Int64(width)), "height": .integer(Int64(height))]
        object["quality"] = quality?.json
        object["barcodes"] = barcodes.map { .array($0.map(\.json)) }
        object["zones"] = zones.map { .array($0.map(\.json)) }
        object["words"] = words?.json { .array($0.map(\.json)) }
        object["faces"] = faces.map { .array($0.map(\.json)) }
        object["descriptors"] = descriptors?.json { .array($0.map(\.json)) }
        object["recapture"] = recapture?.json
        return .object(object)
    }

    init(_ fields: MessageFields, portrait: [UInt8]) throws(VisionMessageError) {
        guard let kind = ImageHeader.Kind(exactly: try fields.text("kind", upTo: 10)) else {
            throw VisionMessageError(.malformed, "an unknown kind of image")
        }
        self.init(
            kind: kind, width: try fields.integer("width", in: 1...ImageLimits.pixels),
            height: try fields.integer("height", in: 1...ImageLimits.pixels))
        if fields.has("quality") { quality = try ImageQuality(fields.fields("quality")) }
        if fields.has("barcodes") { barcodes = try fields.list("barcodes", upTo: VisionMessageLimits.barcodes, Barcode.init) }
        if fields.has("zones") { zones = try fields.list("zones", upTo: VisionMessageLimits.zones, DocumentZone.init) }
        if fields.has("words") {
            words = try VisionResult(fields.fields("words")) { (fields, name) throws(VisionMessageError) in
                try fields.list(name, upTo: VisionMessageLimits.words, PrintedWord.init)
            }
        }
        if fields.has("faces") { faces = try fields.list("faces", upTo: VisionMessageLimits.faces, DetectedFace.init) }
        if fields.has("descriptors") {
            descriptors = try VisionResult(fields.fields("descriptors")) { (fields, name) throws(VisionMessageError) in
                try fields.list(name, upTo: VisionMessageLimits.faces, FaceDescriptor.init)
            }
        }
        if fields.has("recapture") { recapture = try RecaptureSigns(fields.fields("recapture")) }
        self.portrait = portrait.isEmpty ? nil : portrait
    }
}
