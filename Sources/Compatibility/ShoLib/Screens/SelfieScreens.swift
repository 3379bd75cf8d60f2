import Primitives
import Verification

/// The screens of the capture of a selfie.
struct SelfieScreens {
    let words: ScreenWords

    /// The content of a state.
    func content(_ view: CaptureView) -> ScreenContent {
        var content = ScreenContent(
            title: words(LiveFaceVerificationText.title, android: .lfvDefaultString), instruction: "")
        content.progress = view.progress
        switch view.state {
        case .running(let step, let reasons):
            show(step, in: &content)
            content.failure = failure(view.error, reasons.first ?? view.restart)
        case .restarted(let step, let reason):
            show(step, in: &content)
            content.failure = failure(view.error, reason)
        case .failed(let reason):
            content.failure = failure(view.error, reason)
            content.buttons = [
                ScreenButton(action: .retake, title: words(LiveFaceVerificationText.okay, android: .buttonOkay), look: .text(.link))
            ]
        case .approving, .complete:
            (content.instruction, content.picture) = (words(LiveFaceVerificationText.selfieInstruction), .done)
            content.buttons = [
                ScreenButton(action: .approve, title: words(AndroidText.buttonConfirm), look: .next),
                ScreenButton(action: .retake, title: words(IdScannerText.retake, android: .buttonRetake), look: .text(.retake)),
            ]
        }
        if view.isUnchecked { content.note = "Expressions can't be checked on this device: the photograph is a plain one." }
        content.buttons.append(CaptureSubject.selfie.cancel(words))
        return content
    }

    private func show(_ step: CaptureStep, in content: inout ScreenContent) {
        content.note = words(AndroidText.lfvInstructionText)
        guard case .expression(let expression) = step else {
            content.instruction = words(LiveFaceVerificationText.selfieInstruction)
            content.picture = .selfie
            content.buttons = [ScreenButton(action: .capture, title: content.title, look: .capture)]
            return
        }
        content.instruction = instruction(expression)
        content.picture = Self.picture(expression)
    }

    private func instruction(_ expression: FacialExpression) -> String {
        switch expression {
        case .smile: words(LiveFaceVerificationText.smile, android: .lfvSmile)
        case .straightFace: words(LiveFaceVerificationText.straightFace, android: .lfvStraightFace)
        case .leftEyeClosed: words(LiveFaceVerificationText.closeLeftEye, android: .lfvCloseLeftEye)
        case .rightEyeClosed: words(LiveFaceVerificationText.closeRightEye, android: .lfvCloseRightEye)
        }
    }

    private static func picture(_ expression: FacialExpression) -> ScreenImage {
        switch expression {
        case .smile: .smile
        case .straightFace: .straightFace
        case .leftEyeClosed: .closeLeftEye
        case .rightEyeClosed: .closeRightEye
        }
    }

    private func failure(_ error: CaptureError?, _ reason: CaptureReason?) -> ScreenFailure? {
        text(error, reason).map { CaptureSubject.selfie.failure($0, words) }
    }

    private func text(_ error: CaptureError?, _ reason: CaptureReason?) -> String? {
        if let error {
            return error.code == .image
                ? words(AndroidText.cannotSaveSelfieError) : words(LiveFaceVerificationText.genericError, error.reason)
        }
        switch reason {
        case .noFace: return words(LiveFaceVerificationText.noFace, android: .lfvNoFaceErrorMessage)
        case .severalFaces: return words(LiveFaceVerificationText.severalFaces, android: .lfvMultipleFacesErrorMessage)
        case .differentFace: return words(LiveFaceVerificationText.differentFace, android: .lfvDifferentFaceErrorMessage)
        case .missedExpression: return words(LiveFaceVerificationText.missedExpression, android: .lfvRestartErrorMessage)
        case .quality, .noBarcode: return reason?.text
        case nil: return nil
        }
    }
}
