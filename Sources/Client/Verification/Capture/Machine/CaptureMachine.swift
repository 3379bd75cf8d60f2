public import Foundation
import Primitives
import VerificationMessages

/// The steps of a capture as a state machine: it takes the readings of frames, and says what is wrong with them and when a photograph is to be
/// kept. It has no camera, no clock and no pictures.
///
/// Photographs of documents do when they have no fault, and show a face where the plan wants one. Expressions must be seen on one face, each
/// after its opposite, in ``mostSeconds`` each; when the face is lost, changes, or has company, they begin again, ``mostRestarts`` times.
public struct CaptureMachine: Sendable {
    /// The seconds in which an expression must be shown.
    public static let mostSeconds: TimeInterval = 6
    /// The seconds for which a face may be out of sight.
    public static let mostLost: TimeInterval = 0.4
    /// The seconds for which a face must be alone in sight before a selfie.
    public static let leastSteady: TimeInterval = 0.7
    /// The number of times that the expressions begin again before the check has failed.
    public static let mostRestarts = 3

    /// The plan.
    public let plan: CapturePlan
    /// The state after the last call.
    public private(set) var state: CaptureState
    /// The outcome of the expression check.
    public private(set) var expressionCheck: ExpressionCheck

    private var steps: [CaptureStep]
    private var index = 0
    private var restarts = 0
    private var face = FaceTrack()

    /// A machine before the first step.
    public init(_ plan: CapturePlan) {
        self.plan = plan
        steps = plan.steps
        state = .running(plan.steps[0], [])
        expressionCheck = plan.steps.contains { if case .expression = $0 { true } else { false } } ? .pending : .notAsked
    }

    /// The step that frames are taken for; nil while a photograph waits for approval, and at the end.
    public var step: CaptureStep? {
        switch state {
        case .running(let step, _), .restarted(let step, _): step
        case .approving, .failed, .complete: nil
        }
    }

    /// The part of the steps that is done, 0 to 1.
    public var progress: Double { Double(index) / Double(steps.count) }

    /// Takes the reading of a frame.
    /// - Parameter time: the frame's.
    /// - Returns: the state, which ``state`` has, too. While no step is under way, it stays as it is.
    @discardableResult
    public mutating func take(_ reading: FrameReading, at time: TimeInterval) -> CaptureState {
        guard let step else { return state }
        switch step {
        case .front, .back, .passportPage: photograph(step, reading)
        case .barcode: if reading.barcode == nil { state = .running(step, [.noBarcode]) } else { advance() }
        case .expression(let expression): check(expression, reading, time)
        case .selfie: selfie(reading, time)
        }
        return state
    }

    /// Approves the photograph that waits.
    /// - Throws: ``CaptureError`` `.step` when none waits.
    public mutating func approve() throws(CaptureError) {
        guard case .approving = state else { throw CaptureError(.step, "no photograph waits for approval") }
        advance()
    }

    /// Takes the photograph again that waits, or begins the expressions anew after they failed.
    /// - Throws: ``CaptureError`` `.step` when none waits and nothing failed.
    public mutating func retake() throws(CaptureError) {
        switch state {
        case .approving(let step): state = .running(step, [])
        case .failed:
            restarts = 0
            index = 0
            state = .running(steps[0], [])
        default: throw CaptureError(.step, "no photograph waits for approval")
        }
        face = FaceTrack()
    }

    /// Passes over the barcode, which not every card has.
    /// - Throws: ``CaptureError`` `.step` in another step.
    public mutating func skip() throws(CaptureError) {
        guard step == .barcode else { throw CaptureError(.step, "this step can't be skipped") }
        advance()
    }

    private mutating func advance() {
        index += 1
        state = index < steps.count ? .running(steps[index], []) : .complete
        face.begin()
    }

    private mutating func photograph(_ step: CaptureStep, _ reading: FrameReading) {
        var reasons = reading.faults.map(CaptureReason.quality)
        if plan.checksFace, step.side == .front, reading.faces?.isEmpty == true { reasons.append(.noFace) }
        state = reasons.isEmpty ? .approving(step) : .running(step, reasons)
    }

    private mutating func check(_ expression: FacialExpression, _ reading: FrameReading, _ time: TimeInterval) {
        guard let faces = reading.faces, faces.allSatisfy(\.hasExpressions) else { return passOver(reading, time) }
        switch face.follow(faces, at: time) {
        case .one(let seen):
            if face.shows(expression, seen) {
                advance()
                if case .running(.selfie, _) = state { expressionCheck = .passed }
            } else if time - face.begun(at: time) > Self.mostSeconds {
                restart(.missedExpression)
            } else {
                state = .running(.expression(expression), [])
            }
        case .waiting(let reason): state = .running(.expression(expression), [reason])
        case .lost(let reason): restart(reason)
        }
    }

    /// Goes on with a plain selfie, since the reader can't tell expressions.
    private mutating func passOver(_ reading: FrameReading, _ time: TimeInterval) {
        steps = [.selfie]
        index = 0
        expressionCheck = .notAvailable
        state = .running(.selfie, [])
        face = FaceTrack()
        selfie(reading, time)
    }

    private mutating func selfie(_ reading: FrameReading, _ time: TimeInterval) {
        // Without a reader of faces, a photograph that the user takes is the selfie.
        guard let faces = reading.faces else { return photograph(.selfie, reading) }
        switch face.follow(faces, at: time) {
        case .one(let seen):
            guard reading.faults.isEmpty else { return state = .running(.selfie, reading.faults.map(CaptureReason.quality)) }
            let isSteady = time - face.begun(at: time) >= Self.leastSteady
            state = isSteady && seen.isNeutral ? .approving(.selfie) : .running(.selfie, [])
        case .waiting(let reason): state = .running(.selfie, [reason])
        case .lost(let reason): restart(reason)
        }
    }

    /// Begins the expressions again from the first; without any, the selfie.
    private mutating func restart(_ reason: CaptureReason) {
        face = FaceTrack()
        guard steps.count > 1 else { return state = .running(.selfie, [reason]) }
        restarts += 1
        index = 0
        expressionCheck = .pending
        state = restarts > Self.mostRestarts ? .failed(reason) : .restarted(steps[0], reason)
    }
}
