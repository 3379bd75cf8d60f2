public import Primitives

/// A request to the program that reads images: one image, and what is to be read from it.
///
/// On the pipe it is two frames: the JSON of ``json``, and the image's file as it is.
public struct VisionRequest: Sendable, Equatable {
    /// The readings that are wanted.
    public var readings: Set<VisionReading>
    /// The image's file: JPEG or PNG.
    public var image: [UInt8]

    /// Makes a request of its members, which are taken unchecked.
    public init(_ readings: Set<VisionReading>, from image: [UInt8]) {
        self.readings = readings
        self.image = image
    }

    /// The first frame's content.
    public var json: JSONValue {
        ["read": .array(VisionReading.allCases.filter(readings.contains).map { .string($0.rawValue) })]
    }

    /// Reads both frames' contents.
    /// - Throws: ``VisionMessageError/Code/malformed``.
    public init(head: [UInt8], image: [UInt8]) throws(VisionMessageError) {
        guard let names = try VisionMessageLimits.json(head)["read"]?.strings else {
            throw VisionMessageError(.malformed, "a request without what is to be read")
        }
        var readings: Set<VisionReading> = []
        for name in names {
            guard let reading = VisionReading(exactly: name) else { throw VisionMessageError(.malformed, "an unknown reading") }
            readings.insert(reading)
        }
        self.init(readings, from: image)
    }
}

/// The bounds of messages between a server and the program that reads images.
public enum VisionMessageLimits {
    /// The longest frame, in bytes: an image's file.
    public static let longestFrame = ImageLimits.bytes
    /// The most of each kind that an answer holds.
    public static let barcodes = 8
    /// The most zones that an answer holds.
    public static let zones = 1
    /// The most words that an answer holds.
    public static let words = 500
    /// The most faces that an answer holds.
    public static let faces = 8
    /// The longest barcode, in bytes; the symbologies hold less.
    public static let barcodeBytes = 8192
    /// The longest word, in bytes.
    public static let wordBytes = 128

    static func json(_ frame: [UInt8]) throws(VisionMessageError) -> JSONValue {
        do { return try JSONValue(parsing: frame, limits: JSONLimits(bytes: 1 << 20, depth: 8, values: 20_000)) } catch {
            throw VisionMessageError(.malformed, error.reason)
        }
    }
}
