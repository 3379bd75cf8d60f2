import Primitives
import Verification
import VisionMessages

/// The parts that the screens of documents have in common.
struct DocumentParts {
    let words: ScreenWords

    /// The failure of a photograph; nil for one that does.
    func failure(_ subject: CaptureSubject, _ error: CaptureError?, _ reasons: [CaptureReason]) -> ScreenFailure? {
        text(subject, error, reasons).map { subject.failure($0, words) }
    }

    private func text(_ subject: CaptureSubject, _ error: CaptureError?, _ reasons: [CaptureReason]) -> String? {
        if let error {
            if error.code == .reader { return words(IdScannerText.faceError) }
            return subject == .license ? words(IdScannerText.captureError) : words(AndroidText.cannotSavePictureError)
        }
        switch reasons.first {
        case .quality(.faint): return words(AndroidText.licenseInstructionText)
        case .noFace: return words(IdScannerText.noFace, android: .noFaceInPicture)
        case let reason?: return reason.text
        case nil: return nil
        }
    }

    /// The buttons for a photograph that waits.
    var approval: [ScreenButton] {
        [
            ScreenButton(action: .approve, title: words(AndroidText.buttonApprove), look: .confirm),
            ScreenButton(action: .retake, title: words(IdScannerText.retake, android: .buttonRetake), look: .text(.retake)),
        ]
    }
}
