import Primitives

/// A barcode, with its bytes as they were encoded: no character set was assumed.
public struct Barcode: Sendable, Equatable {
    /// The kind of barcode.
    public enum Symbology: String, Sendable, CaseIterable {
        /// PDF417 (ISO/IEC 15438), as on licences.
        case pdf417
        /// QR code (ISO/IEC 18004).
        case qr
    }

    /// The kind of barcode.
    public var symbology: Symbology
    /// The bytes that it holds.
    public var bytes: [UInt8]
    /// The four corners, clockwise from the symbol's own top left.
    public var corners: [PixelPoint]

    /// Makes a barcode of its members, which are taken unchecked.
    public init(_ symbology: Symbology, bytes: [UInt8], corners: [PixelPoint]) {
        self.symbology = symbology
        self.bytes = bytes
        self.corners = corners
    }

    var json: JSONValue {
        ["symbology": .string(symbology.rawValue), "bytes": .string(Base64URL.encode(bytes)), "corners": PixelPoint.json(corners)]
    }

    init(_ fields: MessageFields) throws(VisionMessageError) {
        guard let symbology = Symbology(exactly: try fields.text("symbology", upTo: 10)),
            let bytes = try Base64URL.decode(fields.text("bytes", upTo: VisionMessageLimits.barcodeBytes * 4 / 3 + 4)),
            bytes.count <= VisionMessageLimits.barcodeBytes
        else { throw VisionMessageError(.malformed, "a barcode of an unknown kind or without bytes") }
        self.init(symbology, bytes: bytes, corners: try PixelPoint.read(fields, "corners", count: 4))
    }
}
