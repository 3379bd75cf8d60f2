import CVision
import Primitives
import VisionMessages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension DecodedImage {
    /// The highest portrait, in pixels.
    private static let portraitHeight: Int32 = 480

    func quality() -> ImageQuality {
        var measures = vision_measures()
        _ = with { vision_measure($0, &measures) }
        let edges = measures.edges
        return ImageQuality(
            shorterSide: min(header.width, header.height), edgeWidth: measures.edge_width, glare: measures.glare, skew: measures.skew,
            edges: [edges.0, edges.1, edges.2, edges.3], contrast: measures.contrast)
    }

    func barcodes() -> [Barcode] {
        var found = [vision_barcode](repeating: vision_barcode(), count: VisionMessageLimits.barcodes)
        var count = 0
        _ = with { vision_find_barcodes($0, &found, found.count, &count) }
        defer { vision_free_barcodes(&found, count) }
        return found.prefix(count).filter { $0.count <= VisionMessageLimits.barcodeBytes }.map(Barcode.init)
    }

    /// Signs that the face was photographed from a picture.
    func recapture(of face: DetectedFace) -> RecaptureSigns {
        var found = vision_face()
        found.left = Int32(clamping: face.box.left)
        found.top = Int32(clamping: face.box.top)
        found.width = Int32(clamping: face.box.width)
        found.height = Int32(clamping: face.box.height)
        var measured = vision_recapture()
        with { vision_measure_recapture($0, &found, &measured) }
        return RecaptureSigns(frame: measured.frame, grid: measured.grid)
    }

    /// The face with half of its size around it, as documents show it; nil when nothing of that is in the image.
    func portrait(of face: DetectedFace) -> [UInt8]? {
        let (x, y) = (face.box.width / 2, face.box.height / 2)
        let left = max(0, face.box.left - x)
        let top = max(0, face.box.top - y)
        let width = min(header.width, face.box.left + face.box.width + x) - left
        let height = min(header.height, face.box.top + face.box.height + y) - top
        guard width > 0, height > 0 else { return nil }
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        let status = with {
            vision_cut_out($0, Int32(left), Int32(top), Int32(width), Int32(height), Self.portraitHeight, &bytes, &count)
        }
        guard status == VISION_OK, let bytes else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

extension Barcode {
    init(_ found: vision_barcode) {
        let corners = withUnsafeBytes(of: found.corners) { Array($0.bindMemory(to: Int32.self)) }
        self.init(
            found.symbology == VISION_PDF417 ? .pdf417 : .qr, bytes: Array(UnsafeBufferPointer(start: found.bytes, count: found.count)),
            corners: (0..<4).map { PixelPoint(x: Double(corners[2 * $0]), y: Double(corners[2 * $0 + 1])) })
    }
}
