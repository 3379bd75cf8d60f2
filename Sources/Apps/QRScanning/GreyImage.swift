import CPNG
import CQRScan
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An image in 8-bit shades of grey, row by row.
struct GreyImage {
    let width, height: Int
    let pixels: [UInt8]

    /// Decodes a PNG or JPEG file.
    init(file: [UInt8]) throws(QRScanError) {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            try self.init(png: file)
        } else if file.starts(with: [0xFF, 0xD8]) {
            try self.init(jpeg: file)
        } else {
            throw QRScanError(.noImage, "the file is neither a PNG nor a JPEG image")
        }
    }

    private init(png file: [UInt8]) throws(QRScanError) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let begun = file.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }
        guard begun != 0 else { throw QRScanError(.noImage, "the PNG image is damaged") }
        width = Int(image.width)
        height = Int(image.height)
        guard width * height <= QRScanner.mostPixels else {
            throw QRScanError(.tooLarge, "the picture has \(width) × \(height) pixels; at most \(QRScanner.mostPixels) are read")
        }
        image.format = 0  // PNG_FORMAT_GRAY
        // Transparent pixels are shown on white.
        var white = png_color(red: 255, green: 255, blue: 255)
        var pixels = [UInt8](repeating: 0, count: width * height)
        let done = file.withUnsafeBytes { _ in png_image_finish_read(&image, &white, &pixels, 0, nil) }
        guard done != 0 else { throw QRScanError(.noImage, "the PNG image is damaged") }
        self.pixels = pixels
    }

    private init(jpeg file: [UInt8]) throws(QRScanError) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard let decoded = qrscan_jpeg(file, file.count, QRScanner.mostPixels, &width, &height) else {
            throw QRScanError(.noImage, "the JPEG image is damaged, or has too many pixels or passes")
        }
        defer { free(decoded) }
        self.width = Int(width)
        self.height = Int(height)
        pixels = Array(UnsafeBufferPointer(start: decoded, count: Int(width) * Int(height)))
    }
}
