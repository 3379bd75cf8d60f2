import Primitives
import Verification

/// The screens of the capture of a passport.
struct PassportScreens {
    let words: ScreenWords

    /// The content of a state.
    func content(_ view: CaptureView) -> ScreenContent {
        let (page, passport) = (words(IdScannerText.infoPage), words(IdScannerText.passport))
        var content: ScreenContent
        if case .running(_, let reasons) = view.state {
            content = ScreenContent(
                title: words(IdScannerText.capturePassport), instruction: words(IdScannerText.photoInstruction, page, passport))
            (content.picture, content.hasInfo) = (.passport, true)
            content.failure = DocumentParts(words: words).failure(.passport, view.error, reasons)
            content.buttons = [ScreenButton(action: .capture, title: passport, look: .capture)]
        } else {
            content = ScreenContent(
                title: words(IdScannerText.approve, passport), instruction: words(IdScannerText.confirmInstruction, page))
            content.buttons = DocumentParts(words: words).approval
        }
        content.buttons.append(CaptureSubject.passport.cancel(words))
        return content
    }
}
