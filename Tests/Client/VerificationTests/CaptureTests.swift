import Foundation
import Primitives
import Testing
import Verification
import VerificationMessages
import VisionMessages

@Suite("The capture of cards, without a camera")
struct CaptureTests {
    static let expressions: [FacialExpression] = [.leftEyeClosed, .smile, .straightFace, .rightEyeClosed]

    /// A track up to the selfie.
    static func checked() -> Track {
        var track = Track(.selfie(expressions))
        track.show(nil as FacialExpression?)
        for expression in expressions {
            track.show(expression == .straightFace ? .smile : nil)
            track.show(expression == .straightFace ? nil : expression)
        }
        return track
    }

    @Test("a photograph with a fault, or without a face, isn't kept", arguments: ImageQuality.Fault.allCases)
    func faults(fault: ImageQuality.Fault) throws {
        var machine = CaptureMachine(.card())
        #expect(machine.take(FrameReading(faults: [fault], faces: []), at: 0) == .running(.front, [.quality(fault), .noFace]))
        #expect(machine.take(FrameReading(faces: [Track.face()]), at: 1) == .approving(.front))
        try machine.retake()
        #expect(machine.step == .front)
        machine.take(FrameReading(faces: [Track.face()]), at: 2)
        try machine.approve()
        #expect(machine.state == .running(.barcode, []))
    }

    @Test("a front without a face does where none is asked for, or none can be found")
    func faceless() {
        var unchecked = CaptureMachine(.card(checksFace: false))
        #expect(unchecked.take(FrameReading(faces: []), at: 0) == .approving(.front))
        var blind = CaptureMachine(.passport())
        #expect(blind.take(FrameReading(), at: 0) == .approving(.passportPage))
    }

    @Test("words of the user that no step waits for are refused")
    func words() {
        var machine = CaptureMachine(.passport())
        #expect(throws: CaptureError(.step, "")) { try machine.approve() }
        #expect(throws: CaptureError(.step, "")) { try machine.retake() }
        #expect(throws: CaptureError(.step, "")) { try machine.skip() }
    }

    @Test("a card has its photographs, the face and the barcode")
    func card() async throws {
        let capture = CardCapture(.card(), id: "card-1")
        await #expect(throws: CaptureError(.incomplete, "")) { try await capture.card }
        try await capture.take(ReadFrame(reading: FrameReading(faces: [Track.face()])))
        try await capture.approve()
        #expect(try await capture.take(ReadFrame(reading: FrameReading())) == .running(.barcode, [.noBarcode]))
        try await capture.take(ReadFrame(reading: FrameReading(barcode: Array("@ANSI".utf8))))
        try await capture.take(FileFrame(App.png(2)))
        try await capture.approve()
        let card = try await capture.card
        #expect(card.images == [CapturedImage(.front, App.png(1), face: Track.face().box), CapturedImage(.back, App.png(2))])
        #expect(card.barcode == Array("@ANSI".utf8) && card.type == .drivingLicense && card.id == "card-1")
    }

    @Test("the barcode is skipped when the user says so, and a file that is no picture isn't taken")
    func skipped() async throws {
        let capture = CardCapture(.card(takesBack: false), id: "card-1")
        await #expect(throws: CaptureError(.image, "")) { try await capture.take(FileFrame(Array("text".utf8))) }
        try await capture.take(FileFrame(App.png(1)))
        try await capture.approve()
        try await capture.skip()
        #expect(try await capture.card.barcode == nil)
    }

    @Test("steps are taken in the app's order, each once; the photograph that waits can be shown")
    func ordered() async throws {
        for steps in [[], [.back, .back], [.front, .selfie]] as [[CaptureStep]] { #expect(CapturePlan.card(steps: steps) == nil) }
        let capture = CardCapture(try #require(CapturePlan.card(steps: [.back, .front])), id: "card-1")
        #expect(await capture.photograph == nil)
        #expect(await capture.progress == 0)
        #expect(try await capture.take(FileFrame(App.png(1))) == .approving(.back))
        #expect(await capture.photograph == CapturedImage(.back, App.png(1)))
        try await capture.approve()
        #expect(await capture.progress == 0.5)
        #expect(await capture.state == .running(.front, []))
    }

    @Test("all expressions on one face, then a straight one that is steady: the check has passed")
    func passed() throws {
        var track = Self.checked()
        #expect(track.machine.step == .selfie && track.machine.expressionCheck == .passed)
        #expect(track.show(.smile, frames: 20) == .running(.selfie, []))
        #expect(track.show(nil as FacialExpression?) == .approving(.selfie))
        try track.machine.approve()
        #expect(track.machine.state == .complete)
    }

    @Test("a still picture shows no expression after its opposite", arguments: FacialExpression.allCases)
    func still(expression: FacialExpression) {
        var track = Track(.selfie([expression]))
        #expect(track.show(expression, frames: 45) == .running(.expression(expression), []))
        track.show(expression, frames: 250)
        #expect(track.machine.state == .failed(.missedExpression) && track.machine.expressionCheck == .pending)
    }

    @Test("another face, a second one and a long absence begin the expressions again; a short one doesn't")
    func restarts() {
        var other = Track(.selfie(Self.expressions))
        other.show(nil as FacialExpression?)
        #expect(other.show([Track.face(track: 2)], frames: 1) == .restarted(.expression(.leftEyeClosed), .differentFace))
        var second = Self.checked()
        #expect(
            second.show([Track.face(), Track.face(track: 2)], frames: 1) == .restarted(.expression(.leftEyeClosed), .severalFaces))
        #expect(second.machine.expressionCheck == .pending)
        var gone = Self.checked()
        #expect(gone.show([], frames: 3) == .running(.selfie, [.noFace]))
        #expect(gone.show(nil as FacialExpression?, frames: 1) == .running(.selfie, []))
        #expect(gone.show([], frames: 4) == .restarted(.expression(.leftEyeClosed), .noFace))
    }

    @Test("the check fails after three restarts, and begins anew when the user says so")
    func failed() throws {
        var track = Track(.selfie(Self.expressions))
        for _ in 0...CaptureMachine.mostRestarts {
            track.show(nil as FacialExpression?)
            track.show([Track.face(track: 2)], frames: 1)
        }
        #expect(track.machine.state == .failed(.differentFace))
        try track.machine.retake()
        #expect(track.machine.state == .running(.expression(.leftEyeClosed), []))
    }

    @Test("a reader that can't tell expressions leaves a plain selfie, and the check as not available")
    func unavailable() {
        var blind = Track(.selfie(Self.expressions))
        #expect(blind.show(nil as [FaceReading]?, frames: 1) == .approving(.selfie))
        #expect(blind.machine.expressionCheck == .notAvailable)
        var faces = Track(.selfie(Self.expressions))
        faces.show([FaceReading(box: Track.face().box)], frames: 9)
        #expect(faces.machine.state == .approving(.selfie) && faces.machine.expressionCheck == .notAvailable)
        #expect(CaptureMachine(.selfie()).expressionCheck == .notAsked)
    }
}
