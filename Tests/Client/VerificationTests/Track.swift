import Foundation
import Primitives
import Verification
import VerificationMessages
import VisionMessages

/// Frames of an invented face, 0.125 seconds apart.
struct Track {
    var machine: CaptureMachine
    var time: TimeInterval = 100.375

    init(_ plan: CapturePlan) { machine = CaptureMachine(plan) }

    /// A face that smiles or has an eye closed, as named.
    static func face(_ shown: FacialExpression? = nil, track: Int? = 1) -> FaceReading {
        FaceReading(
            box: FaceRectangle(x: 10, y: 20, width: 200, height: 260), track: track, isSmiling: shown == .smile,
            isLeftEyeClosed: shown == .leftEyeClosed, isRightEyeClosed: shown == .rightEyeClosed)
    }

    /// Shows faces for some frames.
    @discardableResult
    mutating func show(_ faces: [FaceReading]?, frames: Int = 2) -> CaptureState {
        for _ in 0..<frames {
            time += 0.125
            machine.take(FrameReading(faces: faces), at: time)
        }
        return machine.state
    }

    @discardableResult
    mutating func show(_ shown: FacialExpression?, frames: Int = 2) -> CaptureState { show([Self.face(shown)], frames: frames) }
}

/// A frame of a test: a file with the reading that a reader would give.
struct ReadFrame: CaptureFrame {
    var time: TimeInterval = 0
    var reading: FrameReading
    var bytes: [UInt8] = App.png(1)

    func read(for step: CaptureStep) async throws(CaptureError) -> FrameReading { reading }
    func file() async throws(CaptureError) -> [UInt8] { bytes }
}
