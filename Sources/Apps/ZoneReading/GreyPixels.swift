import Primitives

/// An image in 8-bit shades of grey, row by row without padding.
package struct GreyPixels: Sendable {
    /// The most pixels of an image, as the vision helper decodes them.
    package static let mostPixels = 25_000_000
    /// The longest side in pixels.
    package static let longestSide = 65_535

    /// The size in pixels; both are at least 1.
    package let width, height: Int
    /// The pixels: `width` × `height` bytes, 0 is black.
    package let bytes: [UInt8]

    /// An image; nil when the bytes aren't as many as the size says, or the size is beyond the bounds.
    package init?(width: Int, height: Int, bytes: [UInt8]) {
        guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height, width * height <= Self.mostPixels,
            bytes.count == width * height
        else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
