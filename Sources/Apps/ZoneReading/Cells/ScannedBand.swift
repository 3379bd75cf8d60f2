import CZoneScan
import Primitives

/// Lines of an image that may be a zone.
struct ScannedBand {
    let band: zonescan_band
    let isUpsideDown: Bool

    /// The bands of an image, the likeliest first; each also upside down, after all that aren't.
    static func find(in pixels: GreyPixels) throws(ZoneReadingError) -> [ScannedBand] {
        var bands = [zonescan_band](repeating: zonescan_band(), count: Int(zonescan_most_bands))
        let count = pixels.scanned { zonescan_find($0, &bands) }
        guard count >= 0 else { throw ZoneReadingError(.outOfMemory, "there is not enough memory to look for a zone") }
        let upright = bands.prefix(Int(count))
        return upright.map { ScannedBand(band: $0, isUpsideDown: false) }
            + upright.map { ScannedBand(band: turned($0), isUpsideDown: true) }
    }

    private static func turned(_ band: zonescan_band) -> zonescan_band {
        var turned = band
        let (first, second, third) = band.line
        let lines = [first, second, third].prefix(Int(band.lines)).reversed().map {
            zonescan_line(x0: $0.x1, y0: $0.y1, x1: $0.x0, y1: $0.y0)
        }
        turned.line.0 = lines[0]
        turned.line.1 = lines[1]
        if lines.count == 3 { turned.line.2 = lines[2] }
        return turned
    }
}

extension GreyPixels {
    /// Hands the pixels to the scanner.
    func scanned<Result>(_ body: (zonescan_image) -> Result) -> Result {
        bytes.withUnsafeBufferPointer {
            body(zonescan_image(pixels: $0.baseAddress, width: Int32(width), height: Int32(height)))
        }
    }
}
