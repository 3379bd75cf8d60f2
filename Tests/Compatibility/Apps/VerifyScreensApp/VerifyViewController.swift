#if canImport(UIKit)
import P1Verify
import ShoLib
import UIKit

/// "Capture driver license data" to "Process notifications" of the document for iOS, as an app writes it.
class VerifyViewController: UIViewController, DriverLicenseScannerListener, NotificationHandler {
    private var cards: [IdCard] = []

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)

        DriverLicenseScannerViewController.Builder { (isComplete, license) in
            guard isComplete,
                let driverLicense = license
            else {
                // Canceled
                return
            }

            self.cards.append(ValueFormatter.getFormattedDriverLicense(from: driverLicense))
        }.setCheckHasFace(checkHasFace: false)  // Defaults to true
            .setSteps(scannerSteps: IDScannerStep.capture_front, IDScannerStep.capture_back)
            .setCountry(country: "USA")
            .create().show(parentViewController: self)
    }

    /// The example of ShoLib's article, word for word.
    func example() {
        var cards: [IdCard] = []
        DriverLicenseScannerViewController.Builder { isComplete, license in
            guard isComplete, let license else { return }
            cards.append(license)
        }.setCountry(country: "USA").create().show(parentViewController: self)
    }

    func scan(by detector: any SCFaceDetector, _ scanner: any IDScanner) {
        DriverLicenseScannerViewController.Builder(listener: self)
            .setFaceDetector(faceDetector: detector)
            .setIdScanner(idScanner: scanner)
            .create()
            .show(parentViewController: self)
    }

    func onDriverLicenseCaptured(license: DriverLicense) {
        if let frontImage = license.frontImage,
            let backImage = license.backImage
        {
            license.setBackImage(backImage)
            license.setFrontImage(frontImage, license.getFaceCoordinates())
        }

        if license.hasData { cards.append(license) }
    }

    func capturePassport() {
        PassportScannerViewController.Builder(onComplete: { (isComplete, passport) in
            //Completion Block
            if isComplete {
                self.cards.append(passport ?? Passport())
            } else {
                //ViewController cancelled
            }
        })
        .setCheckHasFace(checkHasFace: true)
        .create()
        .show(parentViewController: self)
    }

    func captureSelfie() {
        do {
            try SelfieCaptureViewController.Builder { (isComplete, selfie) in
                if isComplete {
                    let selfieImage: UIImage? = selfie?.getSelfie()
                    self.show(selfieImage)
                } else {
                    //Cancel action
                }
            }
            .performExpressionCheck(true)
            // set to false to skip expression check
            .start(parentViewController: self)
        } catch {
            // Handle errors thrown by builder here
        }
    }

    func submit(by idvService: IdvService) {
        idvService.submitDataForValidation(
            data: cards,
            onComplete: { (result) in
                switch result {
                case .success(let verifyStatus):
                    print(verifyStatus)
                case .failure(let error):
                    print(error)
                }
            })
        idvService.checkVerificationStatus(handler: self)
    }

    nonisolated func handleResult(_ verificationResult: VerificationResult) {
        //Handle VerificationResult here
        let verifyStatus: VerifyStatus = verificationResult.getValidationStatus()
        //For a successful verification,
        let claims: [Claim]? = verificationResult.getValidationClaims()
        let userData: UserData? = verificationResult.getUserData()
        //For a failed verification,
        let errors: [ProviderError]? = verificationResult.getValidationErrors()
        print(verifyStatus, claims as Any, userData as Any, errors as Any)
    }

    nonisolated func handleError(_ error: IdvError) { print(error) }

    private func show(_ image: UIImage?) { view.addSubview(UIImageView(image: image)) }
}
#endif
