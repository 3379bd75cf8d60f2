import Primitives

/// Signs that a face was photographed from a picture: a print, a card or a screen.
///
/// They are measures of one still image, and no presentation attack detection in the sense of ISO/IEC 30107-1: a picture without a visible
/// border whose dots the camera doesn't resolve has neither sign.
public struct RecaptureSigns: Sendable, Equatable {
    /// The share of the weakest side of a straight frame around the face that is seen: 0 to 1. Of a rectangle behind a person, head and
    /// shoulders hide a side.
    public var frame: Double
    /// The strength of the strongest regular wave over the face, as a multiple of the waves around it: the pixels of a screen, the dots of a
    /// print. 0 for a face below 64 pixels, of which nothing can be said.
    public var grid: Double

    /// Makes signs of their numbers, which are taken unchecked.
    public init(frame: Double, grid: Double) {
        self.frame = frame
        self.grid = grid
    }

    private static let leastFrame = 0.6
    private static let leastGrid = 4.0

    /// Whether the face was probably photographed from a picture: a frame of at least 0.6, or a grid of at least 4.
    public var suggestsPicture: Bool { frame >= Self.leastFrame || grid >= Self.leastGrid }

    var json: JSONValue { ["frame": .number(frame), "grid": .number(grid)] }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        self.init(frame: try fields.number("frame", in: 0...1), grid: try fields.number("grid", in: 0...PixelPoint.bounds.upperBound))
    }
}
