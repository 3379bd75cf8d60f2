import Primitives

/// The orientation in the metadata of an image (Exif 2.32 4.6.4A).
enum Orientation {
    private static let upright = 1
    private static let tag = 0x0112
    private static let short = 3
    private static let entryBytes = 12
    private static let mostEntries = 512

    /// Reads it from Exif's data, a TIFF file (TIFF 6.0 section 2); upright when it isn't there or makes no sense.
    static func read(_ tiff: FileBytes) -> Int {
        let isLittle = tiff.has("II", at: 0)
        guard isLittle || tiff.has("MM", at: 0), tiff.number(at: 2, bytes: 2, isLittle: isLittle) == 42,
            let directory = tiff.number(at: 4, bytes: 4, isLittle: isLittle),
            let count = tiff.number(at: directory, bytes: 2, isLittle: isLittle), count <= mostEntries
        else { return upright }
        for entry in 0..<count {
            let place = directory + 2 + entry * entryBytes
            guard tiff.number(at: place, bytes: 2, isLittle: isLittle) == tag else { continue }
            guard tiff.number(at: place + 2, bytes: 2, isLittle: isLittle) == short,
                let value = tiff.number(at: place + 8, bytes: 2, isLittle: isLittle), 1...8 ~= value
            else { return upright }
            return value
        }
        return upright
    }
}
