import Primitives
import Verification

/// The screens of the capture of a licence.
struct LicenseScreens {
    let words: ScreenWords

    /// The choice of the issuing country.
    func choice(_ chosen: String?) -> ScreenContent {
        var content = ScreenContent(
            title: words(IdScannerText.driverLicense),
            instruction: words(IdScannerText.countryInstruction, android: .licenseSelectCountryMessage))
        content.note = words(IdScannerText.pickerInstruction)
        content.countries = Country.all
        content.buttons = [next(isEnabled: chosen != nil), CaptureSubject.license.cancel(words)]
        return content
    }

    /// The page between the front and the back.
    func flip(to step: CaptureStep) -> ScreenContent {
        let what = step == .barcode ? words(IdScannerText.scanBarcode) : words(IdScannerText.captureBack)
        var content = ScreenContent(title: words(IdScannerText.driverLicense), instruction: words(IdScannerText.flip, what))
        content.picture = .licenseBack
        content.buttons = [next(isEnabled: true), CaptureSubject.license.cancel(words)]
        return content
    }

    private func next(isEnabled: Bool) -> ScreenButton {
        ScreenButton(action: .next, title: words(AndroidText.buttonNext), look: .next, isEnabled: isEnabled)
    }

    /// The content of a state.
    func content(_ view: CaptureView) -> ScreenContent {
        var content: ScreenContent
        switch view.state {
        case .running(.barcode, _): content = scan(view)
        case .running(let step, let reasons): content = photograph(step, reasons, view)
        case .approving(let step): content = approval(of: step)
        case .restarted, .failed, .complete:
            content = ScreenContent(title: words(IdScannerText.driverLicense), instruction: words(IdScannerText.captured))
        }
        content.progress = view.progress
        content.buttons.append(CaptureSubject.license.cancel(words))
        return content
    }

    private func scan(_ view: CaptureView) -> ScreenContent {
        let scan = words(IdScannerText.scan)
        var content = ScreenContent(
            title: words(IdScannerText.driverLicenseStep, android: .dlStepScan, scan),
            instruction: words(IdScannerText.scanInstruction, android: .dlStepScanMsg))
        (content.picture, content.hasInfo) = (.licenseBack, true)
        if view.error != nil {
            content.failure = CaptureSubject.license.failure(
                words(IdScannerText.barcodeError, android: .licenseScannerError), words)
        }
        content.buttons = [ScreenButton(action: .skip, title: words(IdScannerText.skip), look: .text(.link))]
        return content
    }

    private func photograph(_ step: CaptureStep, _ reasons: [CaptureReason], _ view: CaptureView) -> ScreenContent {
        let isFront = step == .front
        let side = isFront ? words(IdScannerText.front) : words(IdScannerText.back)
        var content = ScreenContent(
            title: words(IdScannerText.driverLicenseStep, android: isFront ? .dlStepCaptureFront : .dlStepCaptureBack, side),
            instruction: words(
                IdScannerText.photoInstruction, android: isFront ? .dlStepCaptureFrontMsg : .dlStepCaptureBackMsg, side,
                words(IdScannerText.driverLicense)))
        (content.picture, content.hasInfo) = (isFront ? .license : .licenseBack, true)
        if view.hasReadBarcode { content.note = words(IdScannerText.captured) }
        content.failure = DocumentParts(words: words).failure(.license, view.error, reasons)
        content.buttons = [ScreenButton(action: .capture, title: side, look: .capture)]
        return content
    }

    private func approval(of step: CaptureStep) -> ScreenContent {
        let isFront = step == .front
        let side = isFront ? words(IdScannerText.front) : words(IdScannerText.back)
        var content = ScreenContent(
            title: words(IdScannerText.approve, android: isFront ? .dlStepApproveFront : .dlStepApproveBack, side),
            instruction: words(
                IdScannerText.confirmInstruction, android: isFront ? .dlStepApproveFrontMsg : .dlStepApproveBackMsg, side))
        content.buttons = DocumentParts(words: words).approval
        return content
    }
}
