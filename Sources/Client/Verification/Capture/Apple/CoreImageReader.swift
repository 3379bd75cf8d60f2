#if canImport(CoreImage)
import CoreImage
import Foundation
import Primitives
import VerificationMessages

/// Finds faces, with smiles and closed eyes, by the system's `CIDetector`. It measures no quality and reads no barcode.
///
/// A reader follows the faces of one capture: take a new one for each.
public actor CoreImageReader: CapturedPictureReader {
    private let detector: CIDetector?

    /// Makes a reader.
    public init() {
        detector = CIDetector(
            ofType: CIDetectorTypeFace, context: nil,
            options: [CIDetectorAccuracy: CIDetectorAccuracyHigh, CIDetectorTracking: true])
    }

    /// Finds the faces of a JPEG or PNG file.
    /// - Throws: ``CaptureError`` `.image` for a file that the system can't read, `.reader` for a system without detector.
    public func read(_ file: [UInt8], for step: CaptureStep) async throws(CaptureError) -> FrameReading {
        guard let image = CIImage(data: Data(file), options: [.applyOrientationProperty: true]) else {
            throw CaptureError(.image, "the system can't read the picture")
        }
        guard let detector else { throw CaptureError(.reader, "the system has no detector of faces") }
        let features = detector.features(in: image, options: [CIDetectorSmile: true, CIDetectorEyeBlink: true])
        return FrameReading(faces: features.compactMap { $0 as? CIFaceFeature }.map { Self.face($0, in: image.extent) })
    }

    /// A feature as a face. Core Image counts from the lower left corner.
    private static func face(_ feature: CIFaceFeature, in extent: CGRect) -> FaceReading {
        let bounds = feature.bounds
        return FaceReading(
            box: FaceRectangle(
                x: Int(max(bounds.minX - extent.minX, 0)), y: Int(max(extent.maxY - bounds.maxY, 0)), width: max(Int(bounds.width), 1),
                height: max(Int(bounds.height), 1)),
            track: feature.hasTrackingID ? Int(feature.trackingID) : nil, isSmiling: feature.hasSmile,
            isLeftEyeClosed: feature.leftEyeClosed, isRightEyeClosed: feature.rightEyeClosed)
    }
}
#endif
