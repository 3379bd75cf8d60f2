internal import CQREncode
import Primitives

/// A QR code: a square of dark and light modules (ISO/IEC 18004), made by libqrencode.
package struct QRCode: Sendable, Equatable {
    /// The number of modules that a side has, without the quiet zone.
    package let size: Int
    private let dark: [Bool]

    /// The number of light modules that belong around the code (ISO/IEC 18004 §5.3.8).
    package static let quietZone = 4

    /// The code of a text, at most 1000 bytes of UTF-8, the smallest with correction level M.
    package init(_ text: String) throws(QRCodeError) {
        // The library takes a text that ends with NUL.
        guard (1...1000).contains(text.utf8.count), !text.utf8.contains(0) else {
            throw QRCodeError(.unsuitable, "a QR code holds 1 to 1000 bytes of text here, not \(text.utf8.count)")
        }
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw QRCodeError(.unsuitable, "the text could not be made a QR code")
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit of each byte says whether the module is dark.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark. Outside of the square all are light.
    package subscript(row: Int, column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && dark[row * size + column]
    }
}

/// The failure to make a QR code or its image.
package struct QRCodeError: CodedError, CustomStringConvertible {
    /// The reason of the failure.
    package enum Code: Sendable, Equatable {
        /// The text is empty or too long.
        case unsuitable
        /// The image could not be written.
        case image
    }

    package let code: Code
    /// The reason, in words.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
