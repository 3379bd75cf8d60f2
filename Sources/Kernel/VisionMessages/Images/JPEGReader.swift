import Primitives

/// Reads a JPEG file's segments (ITU-T T.81 B.1).
struct JPEGReader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
    private static let frames: Set<Int> = [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF]
    private static let (application1, endOfImage) = (0xE1, 0xD9)
    private static let colours: Set<Int> = [1, 3]

    private let bytes: FileBytes

    init(_ bytes: FileBytes) { self.bytes = bytes }

    func header() throws(ImageRefusal) -> ImageHeader {
        var size: (width: Int, height: Int)?
        var orientation = 1
        var place = 2
        while let (marker, start) = nextMarker(from: place) {
            guard marker != Self.endOfImage else {
                guard let size else { throw .damaged }
                try OtherKinds.refuseAppended(bytes.rest(from: start))
                return try ImageHeader(.jpeg, width: size.width, height: size.height, orientation: orientation)
            }
            guard let length = bytes.number(at: start, bytes: 2), length >= 2, let data = bytes.part(from: start + 2, count: length - 2)
            else { throw .damaged }
            if Self.frames.contains(marker) {
                guard size == nil else { throw .damaged }
                size = try Self.frame(data)
            }
            if marker == Self.application1, data.has("Exif\0\0", at: 0) { orientation = Orientation.read(data.rest(from: 6)) }
            place = start + length
        }
        throw .damaged
    }

    /// The next marker that begins a segment or ends the image, with the place after it. Coded pixels are passed over: in them 0xFF is
    /// followed by 0, or by a marker between intervals.
    private func nextMarker(from place: Int) -> (marker: Int, start: Int)? {
        var place = place
        while let found = bytes.next(0xFF, from: place), let marker = bytes.byte(at: found + 1) {
            switch marker {
            case 0xFF: place = found + 1
            case 0, 0x01, 0xD0...0xD8: place = found + 2
            default: return (marker, found + 2)
            }
        }
        return nil
    }

    /// Reads a frame's header (B.2.2), which has the size.
    private static func frame(_ data: FileBytes) throws(ImageRefusal) -> (width: Int, height: Int) {
        guard let bits = data.byte(at: 0), let height = data.number(at: 1, bytes: 2), let width = data.number(at: 3, bytes: 2),
            let components = data.byte(at: 5)
        else { throw .damaged }
        // Judged before the rest of the file is looked at.
        _ = try ImageHeader(.jpeg, width: width, height: height, orientation: 1)
        guard bits == 8, colours.contains(components) else { throw .colours }
        return (width, height)
    }
}
