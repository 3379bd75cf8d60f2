internal import CQRScan
import Primitives

/// Finds the QR code in an image, with zxing-cpp.
package enum QRScanner {
    /// The longest image file that is read, in bytes.
    package static let longestFile = 16 << 20
    /// The most pixels that an image may have; a small file can claim to be a huge picture.
    package static let mostPixels = 32 << 20
    /// A QR code holds less.
    private static let longestText = 8192

    /// The text of the QR code in a PNG or JPEG file's bytes.
    /// - Throws: ``QRScanError``.
    package static func text(in file: [UInt8]) throws(QRScanError) -> String {
        guard file.count <= longestFile else { throw QRScanError(.tooLarge, "the image is larger than \(longestFile >> 20) MiB") }
        return try text(in: try GreyImage(file: file))
    }

    private static func text(in image: GreyImage) throws(QRScanError) -> String {
        var found = [CChar](repeating: 0, count: longestText)
        let length = qrscan_find(image.pixels, Int32(image.width), Int32(image.height), &found, found.count)
        guard length != 0 else { throw QRScanError(.noCode, "there is no QR code in the image, or it is too small or blurred") }
        let bytes = found.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
            throw QRScanError(.noText, "the QR code holds no text")
        }
        return text
    }
}

/// The failure to read a QR code in an image.
package struct QRScanError: CodedError, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// Neither a PNG nor a JPEG image.
        case noImage
        /// The file or the picture is too large.
        case tooLarge
        /// No QR code was found.
        case noCode
        /// The code holds something else than a text.
        case noText
    }

    package let code: Code
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
