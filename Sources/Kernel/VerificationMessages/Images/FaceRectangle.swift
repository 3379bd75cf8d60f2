public import DeviceMessages
public import Primitives

/// The place of a face in an image, in pixels from the upper left corner: a hint of the app's, which nothing relies on.
public struct FaceRectangle: Sendable, Equatable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width, from 1.
    public var width: Int
    /// The height, from 1.
    public var height: Int

    /// Makes a rectangle of its members, which are taken unchecked.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The JSON object of the wire, with the members `x`, `y`, `width` and `height`.
    public var json: JSONValue {
        ["x": .integer(Int64(x)), "y": .integer(Int64(y)), "width": .integer(Int64(width)), "height": .integer(Int64(height))]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a member is missing, no whole number, or beyond 65 535.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the face")
        x = try members.integer("x", in: 0...65_535)
        y = try members.integer("y", in: 0...65_535)
        width = try members.integer("width", in: 1...65_535)
        height = try members.integer("height", in: 1...65_535)
    }
}
