import Foundation
import Primitives
import Synchronization
import Verification
import VerificationMessages

@testable import ShoLib

/// A user and a camera: presses the button that goes on, and shows the camera what the screen asks for.
///
/// Frames of a test come first. An action of the test's takes the place of the user's own where the screen has it.
@MainActor
final class Robot: CaptureScreen, FrameSource {
    /// What was shown, in its order.
    private(set) var contents: [ScreenContent] = []
    /// How often the system's settings were opened.
    private(set) var settingsCount = 0
    private var frames: [TestFrame]
    private var actions: [ScreenAction]
    private let country: String
    private let failure: CaptureError?
    private var time: TimeInterval = 100.375
    private var isPressed = false
    private var isOpposite = true
    private let (camera, shoot) = AsyncStream.makeStream(of: TestFrame.self)

    nonisolated init(_ frames: [TestFrame] = [], actions: [ScreenAction] = [], country: String = "US", failure: CaptureError? = nil) {
        self.frames = frames
        self.actions = actions
        self.country = country
        self.failure = failure
    }

    nonisolated func feed(_ take: @escaping @Sendable (any CaptureFrame) async -> Void) async throws(CaptureError) {
        if let failure { throw failure }
        for await frame in camera { await take(frame) }
    }

    func openSettings() { settingsCount += 1 }

    nonisolated func stop() async { shoot.finish() }

    func show(_ content: ScreenContent, act: @escaping @Sendable (ScreenAction) -> Void) {
        contents.append(content)
        if let action = action(content) { return act(action) }
        var frame = frames.isEmpty ? fitting(content) : frames.removeFirst()
        time += frame.pause
        frame.time = time
        shoot.yield(frame)
    }

    /// The button to press; nil where the camera is to be shown something.
    private func action(_ content: ScreenContent) -> ScreenAction? {
        let buttons = content.buttons.filter(\.isEnabled).map(\.action)
        if let index = actions.firstIndex(where: buttons.contains) { return actions.remove(at: index) }
        if !content.countries.isEmpty, !buttons.contains(.next) { return .choose(country) }
        if content.failure != nil, buttons.contains(.settings) { return .cancel }
        if let action = [.approve, .next, .retake].first(where: buttons.contains) {
            isPressed = false
            return action
        }
        guard buttons.contains(.capture) else {
            isPressed = false
            return nil
        }
        // A document's photograph is one frame; a selfie's are several.
        if !isPressed {
            isPressed = true
            return .capture
        }
        isPressed = content.picture == .selfie
        return nil
    }

    /// The frame that the content asks for: an expression after its opposite.
    private func fitting(_ content: ScreenContent) -> TestFrame {
        isOpposite.toggle()
        switch content.picture {
        case .smile: return TestFrame([TestFrame.face(isOpposite ? .smile : nil)])
        case .straightFace: return TestFrame([TestFrame.face(isOpposite ? nil : .smile)])
        case .closeLeftEye: return TestFrame([TestFrame.face(isOpposite ? .leftEyeClosed : nil)])
        case .closeRightEye: return TestFrame([TestFrame.face(isOpposite ? .rightEyeClosed : nil)])
        default: return TestFrame([TestFrame.face()], barcode: TestFrame.licence)
        }
    }
}
