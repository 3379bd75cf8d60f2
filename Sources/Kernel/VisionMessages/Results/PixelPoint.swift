import Primitives

/// A place in an image, in pixels from the left and from the top; it may lie beyond the image's edges.
public struct PixelPoint: Sendable, Equatable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double

    /// Makes a point of its members.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The bounds of coordinates, so that arithmetic with them is safe.
    static let bounds = -1_000_000.0...1_000_000.0

    static func json(_ points: [PixelPoint]) -> JSONValue { .array(points.flatMap { [.number($0.x), .number($0.y)] }) }

    static func read(_ fields: MessageFields, _ name: String, count: Int) throws(VisionMessageError) -> [PixelPoint] {
        let numbers = try fields.numbers(name, count: 2 * count, in: bounds)
        return (0..<count).map { PixelPoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }
}

/// An upright rectangle in an image, in pixels.
public struct ImageBox: Sendable, Equatable {
    /// Pixels from the image's left and top; they may be negative.
    public var left, top: Int
    /// The size in pixels.
    public var width, height: Int

    /// Makes a box of its members, which are taken unchecked.
    public init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    private static let bounds = 1_000_000

    var json: JSONValue { .array([left, top, width, height].map { .integer(Int64($0)) }) }

    init(_ fields: MessageFields, _ name: String) throws(VisionMessageError) {
        let numbers = try fields.numbers(name, count: 4, in: PixelPoint.bounds).map { Int($0) }
        guard numbers[2] >= 0, numbers[3] >= 0 else { throw VisionMessageError(.malformed, "a box of negative size") }
        self.init(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
    }
}
