import Primitives

/// A face that is seen from the front.
public struct DetectedFace: Sendable, Equatable {
    /// The place from the brows to the chin; it may reach beyond the image's edges.
    public var box: ImageBox
    /// The detector's distance from its own threshold: 0 is doubtful, 1 is sure.
    public var score: Double
    /// Both corners of the eye that is left in the image, both of the other eye, and the point below the nose; nil without models.
    public var points: [PixelPoint]?

    /// Makes a face of its members, which are taken unchecked.
    public init(box: ImageBox, score: Double, points: [PixelPoint]?) {
        self.box = box
        self.score = score
        self.points = points
    }

    private static let pointCount = 5
    private static let scores = -100.0...100.0

    var json: JSONValue {
        var object: JSONObject = ["box": box.json, "score": .number(score)]
        object["points"] = points.map(PixelPoint.json)
        return .object(object)
    }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        self.init(
            box: try ImageBox(fields, "box"), score: try fields.number("score", in: Self.scores),
            points: fields.has("points") ? try PixelPoint.read(fields, "points", count: Self.pointCount) : nil)
    }
}
