import Foundation
import Primitives

/// The one face that frames show, from frame to frame.
struct FaceTrack: Sendable {
    enum Following: Sendable {
        case one(FaceReading)
        /// No face yet, or one that is out of sight for a moment.
        case waiting(CaptureReason)
        /// The face is gone, or isn't the only or the same one.
        case lost(CaptureReason)
    }

    private var track: Int?
    private var isSeen = false
    private var lastSeen: TimeInterval = 0
    private var start: TimeInterval?
    private var hasOpposite = false

    /// Begins a step with the face that is followed.
    mutating func begin() {
        start = nil
        hasOpposite = false
    }

    /// The time at which the step saw the face first: now, where it didn't before.
    mutating func begun(at time: TimeInterval) -> TimeInterval {
        if let start { return start }
        start = time
        return time
    }

    mutating func follow(_ faces: [FaceReading], at time: TimeInterval) -> Following {
        if faces.count > 1 { return isSeen ? .lost(.severalFaces) : .waiting(.severalFaces) }
        guard let face = faces.first else {
            return isSeen && time - lastSeen > CaptureMachine.mostLost ? .lost(.noFace) : .waiting(.noFace)
        }
        if isSeen, let track, let other = face.track, other != track { return .lost(.differentFace) }
        isSeen = true
        track = face.track ?? track
        lastSeen = time
        return .one(face)
    }

    /// Whether the face shows an expression after its opposite.
    mutating func shows(_ expression: FacialExpression, _ face: FaceReading) -> Bool {
        guard expression.isShown(by: face) == true else {
            hasOpposite = true
            return false
        }
        return hasOpposite
    }
}
