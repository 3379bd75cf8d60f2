import Primitives

/// Reads a PNG file's chunks (W3C PNG, second edition, 5.3).
struct PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The length, the type and the check value around a chunk's data.
    private static let frameBytes = 12

    private let bytes: FileBytes

    init(_ bytes: FileBytes) { self.bytes = bytes }

    func header() throws(ImageRefusal) -> ImageHeader {
        var place = Self.signature.count
        guard bytes.has("IHDR", at: place + 4), let width = bytes.number(at: place + 8, bytes: 4),
            let height = bytes.number(at: place + 12, bytes: 4)
        else { throw .damaged }
        // The size is judged first: nothing else of a picture that is too large matters.
        let header = try ImageHeader(.png, width: width, height: height, orientation: 1)
        var orientation = 1
        while let length = bytes.number(at: place, bytes: 4), let data = bytes.part(from: place + 8, count: length) {
            if bytes.has("acTL", at: place + 4) { throw .animated }
            if bytes.has("eXIf", at: place + 4) { orientation = Orientation.read(data) }
            let isLast = bytes.has("IEND", at: place + 4)
            place += Self.frameBytes + length
            guard isLast else { continue }
            guard place <= bytes.count else { throw .damaged }
            guard place == bytes.count else { throw .twoKinds("something that is appended to it") }
            return try ImageHeader(.png, width: header.storedWidth, height: header.storedHeight, orientation: orientation)
        }
        throw .damaged
    }
}
