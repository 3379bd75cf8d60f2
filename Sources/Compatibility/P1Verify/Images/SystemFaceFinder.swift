#if canImport(CoreImage)
import CoreImage
import Foundation
import Primitives

/// Finds faces by the system's `CIDetector`.
struct SystemFaceFinder: FaceFinder {
    func face(in file: [UInt8]) throws(FaceDetectionError) -> CGRect? {
        let detector = CIDetector(ofType: CIDetectorTypeFace, context: nil, options: [CIDetectorAccuracy: CIDetectorAccuracyHigh])
        guard let detector, let image = CIImage(data: Data(file), options: [.applyOrientationProperty: true]) else {
            throw .unreadableImage
        }
        let largest = detector.features(in: image).max { $0.bounds.width < $1.bounds.width }?.bounds
        // Core Image counts from the lower left corner.
        return largest.map {
            CGRect(x: $0.minX - image.extent.minX, y: image.extent.maxY - $0.maxY, width: $0.width, height: $0.height)
        }
    }
}
#endif
