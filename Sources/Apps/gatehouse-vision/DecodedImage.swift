import CVision
import Primitives
import VisionMessages

/// An image's upright pixels: all that is left of its file.
final class DecodedImage {
    let header: ImageHeader
    private var image = vision_image()

    /// Decodes a file.
    /// - Throws: ``ImageRefusal``.
    init(_ file: [UInt8]) throws(ImageRefusal) {
        header = try ImageHeader(of: file)
        let decode = header.kind == .jpeg ? vision_decode_jpeg : vision_decode_png
        let status = decode(file, file.count, ImageLimits.pixels, Int32(header.orientation), &image)
        if let failure = Self.failure(status) { throw ImageRefusal(failure, header) }
    }

    deinit { vision_free_image(&image) }

    /// Lends the pixels to a function of the library.
    func with<Value>(_ body: (UnsafePointer<vision_image>) -> Value) -> Value { withUnsafePointer(to: image, body) }

    private static func failure(_ status: vision_status) -> ImageRefusal.DecoderFailure? {
        switch status {
        case VISION_OK: nil
        case VISION_DAMAGED: .damaged
        case VISION_COLOURS: .colours
        case VISION_TOO_LARGE: .tooManyPixels
        case VISION_TOO_MANY_PASSES: .tooManyPasses
        default: .failed
        }
    }
}
