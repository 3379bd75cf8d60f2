import Foundation
import Primitives
import VerificationMessages

/// Captures one card from frames: reads each for the step that is under way, and keeps the photographs that do.
///
/// ```swift
/// let capture = CardCapture(.passport(), id: "passport-1")
/// if case .approving = try await capture.take(FileFrame(photograph)) { try await capture.approve() }
/// let passport = try await capture.card
/// ```
public actor CardCapture {
    private var machine: CaptureMachine
    private let id: String
    private var isReading = false
    private var images: [ImageSide: CapturedImage] = [:]
    private var barcode: [UInt8]?

    /// A capture before its first step.
    /// - Parameter id: the app's own id of the card, 1 to 128 bytes.
    public init(_ plan: CapturePlan, id: String) {
        machine = CaptureMachine(plan)
        self.id = id
    }

    /// The state after the last frame.
    public var state: CaptureState { machine.state }
    /// The outcome of the expression check.
    public var expressionCheck: ExpressionCheck { machine.expressionCheck }

    /// The photograph that waits for approval; nil while none does.
    public var photograph: CapturedImage? {
        guard case .approving(let step) = machine.state, let side = step.side else { return nil }
        return images[side]
    }
    /// The part of the steps that is done, 0 to 1.
    public var progress: Double { machine.progress }

    /// Takes a frame. One that comes while another is read is passed over.
    /// - Returns: the state afterwards.
    /// - Throws: ``CaptureError`` of the frame; the state stays as it was.
    @discardableResult
    public func take(_ frame: any CaptureFrame) async throws(CaptureError) -> CaptureState {
        guard !isReading, let step = machine.step else { return machine.state }
        isReading = true
        defer { isReading = false }
        let reading = try await frame.read(for: step)
        var next = machine
        var image: CapturedImage?
        if case .approving(let step) = next.take(reading, at: frame.time), let side = step.side {
            let face = reading.faces?.max { $0.box.width < $1.box.width }?.box
            image = CapturedImage(side, try await frame.file(), face: side == .back ? nil : face)
        }
        // A word of the user that came in between counts.
        guard machine.step == step else { return machine.state }
        machine = next
        if let image { images[image.side] = image }
        if step == .barcode { barcode = reading.barcode }
        return next.state
    }

    /// Approves the photograph that waits.
    /// - Throws: ``CaptureError`` `.step` when none waits.
    public func approve() throws(CaptureError) { try machine.approve() }
    /// Takes the photograph again that waits, or begins the expressions anew after they failed.
    /// - Throws: ``CaptureError`` `.step` when none waits and nothing failed.
    public func retake() throws(CaptureError) { try machine.retake() }
    /// Passes over the barcode.
    /// - Throws: ``CaptureError`` `.step` in another step.
    public func skip() throws(CaptureError) { try machine.skip() }

    /// The card, when all steps are done.
    /// - Throws: ``CaptureError`` `.incomplete` before.
    public var card: CapturedCard {
        get throws(CaptureError) {
            guard machine.state == .complete else { throw CaptureError(.incomplete, "steps of the capture are left") }
            let sides = [ImageSide.front, .back, .selfie].compactMap { images[$0] }
            return CapturedCard(machine.plan.type, id: id, barcode: barcode, images: sides)
        }
    }
}
