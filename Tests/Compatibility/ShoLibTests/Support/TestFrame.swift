import Foundation
import Primitives
import TestVectors
import Verification
import VerificationMessages
import VisionMessages

/// A frame with the reading that a reader would give.
struct TestFrame: CaptureFrame {
    /// The payload of a licence's barcode.
    static let licence = (try? Array(TestVectors.data("vision/licence.bin"))) ?? []
    static let picture = (try? Array(TestVectors.data("vision/rgb.png"))) ?? []

    var time: TimeInterval = 0
    /// The seconds since the frame before.
    var pause: TimeInterval
    var reading: FrameReading
    var error: CaptureError?

    init(
        _ faces: [FaceReading]? = nil, faults: [ImageQuality.Fault] = [], barcode: [UInt8]? = nil, after pause: TimeInterval = 0.125,
        error: CaptureError.Code? = nil
    ) {
        reading = FrameReading(faults: faults, faces: faces, barcode: barcode)
        self.pause = pause
        self.error = error.map { CaptureError($0, "no luck") }
    }

    /// A face that smiles or has an eye closed, as named.
    static func face(_ shown: FacialExpression? = nil, track: Int? = 1) -> FaceReading {
        FaceReading(
            box: FaceRectangle(x: 10, y: 20, width: 200, height: 260), track: track, isSmiling: shown == .smile,
            isLeftEyeClosed: shown == .leftEyeClosed, isRightEyeClosed: shown == .rightEyeClosed)
    }

    func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading {
        if let error { throw error }
        return reading
    }

    func file() async throws(CaptureError) -> [UInt8] { Self.picture }
}
