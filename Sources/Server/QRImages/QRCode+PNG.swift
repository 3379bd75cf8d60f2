internal import CPNG
internal import Primitives

extension QRCode {
    /// The code as a PNG image in shades of grey, `scale` pixels for a module (1 to 64).
    package func png(scale: Int = 8) throws(QRCodeError) -> [UInt8] {
        let scale = min(max(scale, 1), 64)
        let side = (size + 2 * Self.quietZone) * scale
        let pixels = (0..<side).flatMap { y in
            (0..<side).map { x in self[y / scale - Self.quietZone, x / scale - Self.quietZone] ? UInt8(0) : 255 }
        }
        return try Self.png(pixels, side: side)
    }

    private static func png(_ pixels: [UInt8], side: Int) throws(QRCodeError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        (image.width, image.height) = (png_uint_32(side), png_uint_32(side))
        image.format = 0  // PNG_FORMAT_GRAY
        var length: png_alloc_size_t = 0
        guard png_image_write_to_memory(&image, nil, &length, 0, pixels, 0, nil) != 0 else { throw failure }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard png_image_write_to_memory(&image, &bytes, &length, 0, pixels, 0, nil) != 0 else { throw failure }
        return Array(bytes.prefix(Int(length)))
    }

    private static var failure: QRCodeError { QRCodeError(.image, "the image of the QR code could not be written") }
}
