import Primitives
import Verification

/// The kind of card that a screen captures.
package enum CaptureSubject: Sendable {
    case license
    case passport
    case selfie
}

/// The state of a capture as a screen shows it.
struct CaptureView: Sendable {
    var state: CaptureState
    var photograph: [UInt8]?
    var progress: Double
    /// The failure of the last frame, or of the camera.
    var error: CaptureError?
    /// The reason for which the expressions began again.
    var restart: CaptureReason?
    /// Whether the barcode was just read.
    var hasReadBarcode = false
    /// Whether the expression check was passed over.
    var isUnchecked = false
}

extension CaptureSubject {
    /// The content of a state.
    func content(_ view: CaptureView, _ words: ScreenWords) -> ScreenContent {
        var content: ScreenContent
        switch self {
        case .license: content = LicenseScreens(words: words).content(view)
        case .passport: content = PassportScreens(words: words).content(view)
        case .selfie: content = SelfieScreens(words: words).content(view)
        }
        if case .approving = view.state { content.photograph = view.photograph }
        if view.error?.code == .camera {
            content.failure = failure(words(LiveFaceVerificationText.cameraPermission, android: .permissionRationaleCommonMessage), words)
            content.buttons = [
                ScreenButton(action: .settings, title: words(AndroidText.buttonSettings), look: .text(.link)), cancel(words),
            ]
        }
        return content
    }

    func cancel(_ words: ScreenWords) -> ScreenButton {
        let title =
            self == .selfie
            ? words(LiveFaceVerificationText.cancel, android: .buttonCancel) : words(IdScannerText.cancel, android: .buttonCancel)
        return ScreenButton(action: .cancel, title: title, look: .text(.cancel))
    }

    func failure(_ text: String, _ words: ScreenWords) -> ScreenFailure {
        self == .selfie
            ? ScreenFailure(title: words(LiveFaceVerificationText.error), text: text, image: .error)
            : ScreenFailure(title: words(IdScannerText.error), text: text, image: nil)
    }
}
