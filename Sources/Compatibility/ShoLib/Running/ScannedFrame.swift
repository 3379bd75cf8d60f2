import Foundation
import P1Verify
import Primitives
import Verification
import VerificationMessages

#if canImport(UIKit)
import UIKit
#endif

/// A frame that the app's own detector of faces or scanner of barcodes reads.
struct ScannedFrame: CaptureFrame {
    let frame: any CaptureFrame
    let faces: (any SCFaceDetector)?
    let scanner: (any IDScanner)?

    var time: TimeInterval { frame.time }

    /// Reads the frame.
    /// - Throws: `CaptureError`, `.reader` where the detector fails or the barcode has no data of a licence.
    func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading {
        if step == .barcode { return try await barcode() }
        var reading = try await frame.read(for: step)
        if step.side == .front, let faces {
            do { reading.faces = try faces.findFaces(in: try await image()).map { FaceReading(box: FaceRectangle($0)) } } catch {
                throw error as? CaptureError ?? CaptureError(.reader, "the app's detector of faces failed", underlying: error)
            }
        }
        return reading
    }

    private func barcode() async throws(CaptureError) -> FrameReading {
        let payload: [UInt8]?
        if let scanner {
            payload = scanner.findBarcode(in: try await image()).map { [UInt8]($0) }
        } else {
            payload = try await frame.read(for: .barcode).barcode
        }
        guard let payload else { return FrameReading() }
        guard (scanner ?? AAMVAScanner()).readLicense(from: Data(payload)) != nil else {
            throw CaptureError(.reader, "the barcode has no data of a licence")
        }
        return FrameReading(barcode: payload)
    }

    private func image() async throws(CaptureError) -> UIImage {
        guard let image = UIImage(data: Data(try await frame.file())) else { throw CaptureError(.image, "the frame is no picture") }
        return image
    }

    func file() async throws(CaptureError) -> [UInt8] { try await frame.file() }
}

extension FaceRectangle {
    /// A rectangle of an image, in whole pixels.
    init(_ rect: CGRect) {
        self.init(
            x: max(Int(rect.origin.x), 0), y: max(Int(rect.origin.y), 0), width: max(Int(rect.size.width), 1),
            height: max(Int(rect.size.height), 1))
    }
}
