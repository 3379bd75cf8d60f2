import Primitives

/// The kind, the size and the orientation of an image, read from its file without decoding it. An image that has one is worth decoding:
/// its kind is taken, it is within ``ImageLimits``, and its file is whole as far as that can be seen.
///
/// All metadata but the orientation (Exif 2.32 4.6.4A) is passed over.
public struct ImageHeader: Sendable, Equatable {
    /// The kinds of images that are taken.
    public enum Kind: String, Sendable {
        /// JPEG (ITU-T T.81).
        case jpeg
        /// PNG (W3C, second edition).
        case png
    }

    /// The kind of image.
    public let kind: Kind
    /// The size as the file stores it, in pixels.
    public let storedWidth, storedHeight: Int
    /// The orientation of the stored pixels: 1 for upright, up to 8.
    public let orientation: Int

    /// The width of the upright image, in pixels.
    public var width: Int { orientation >= 5 ? storedHeight : storedWidth }
    /// The height of the upright image, in pixels.
    public var height: Int { orientation >= 5 ? storedWidth : storedHeight }

    /// Reads the header of an image's file.
    ///
    /// - Throws: ``ImageRefusal``.
    public init(of file: [UInt8]) throws(ImageRefusal) {
        guard file.count <= ImageLimits.bytes else {
            throw ImageRefusal(.tooManyBytes, "The image has \(file.count) bytes; at most \(ImageLimits.bytes >> 20) MiB are taken.")
        }
        let bytes = FileBytes(file)
        if bytes.starts(with: PNGReader.signature) {
            self = try PNGReader(bytes).header()
        } else if bytes.starts(with: JPEGReader.signature) {
            self = try JPEGReader(bytes).header()
        } else {
            throw OtherKinds.refusal(of: bytes)
        }
        try OtherKinds.refuseHidden(in: bytes)
    }

    init(_ kind: Kind, width: Int, height: Int, orientation: Int) throws(ImageRefusal) {
        self.kind = kind
        storedWidth = width
        storedHeight = height
        self.orientation = orientation
        guard width > 0, height > 0 else { throw .damaged }
        // Each side is judged first, since the product of two large ones is no number.
        guard max(width, height) <= ImageLimits.longestSide, width * height <= ImageLimits.pixels else {
            throw .tooManyPixels(width, height)
        }
        guard min(width, height) >= ImageLimits.shortestSide else {
            throw ImageRefusal(
                .tooNarrow, "The image has \(width) × \(height) pixels; each side must have at least \(ImageLimits.shortestSide).")
        }
    }
}
