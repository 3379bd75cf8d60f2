import Foundation
import P1Verify
import ShoLib

// The declarations of the chapters' captures, class by class: each is used at exactly the type that it is documented with, as far as it is.

/// "Capture driver license data", of iOS.
@MainActor
func declaredLicenseScanner(_ builder: DriverLicenseScannerViewController.Builder, _ screen: DriverLicenseScannerViewController) -> [Any] {
    typealias Builder = DriverLicenseScannerViewController.Builder
    let initWithBlock: (@escaping (Bool, DriverLicense?) -> Void) -> Builder = Builder.init(onComplete:)
    let initWithListener: (any DriverLicenseScannerListener) -> Builder = Builder.init(listener:)
    let setCheckHasFace: (Bool) -> Builder = builder.setCheckHasFace(checkHasFace:)
    let setSteps: (IDScannerStep...) -> Builder = builder.setSteps(scannerSteps:)
    let setCountry: (String) -> Builder = builder.setCountry(country:)
    let setFaceDetector: (any SCFaceDetector) -> Builder = builder.setFaceDetector(faceDetector:)
    let setIdScanner: (any IDScanner) -> Builder = builder.setIdScanner(idScanner:)
    let create: () -> DriverLicenseScannerViewController = builder.create
    let show: (UIViewController) -> Void = screen.show(parentViewController:)
    let steps: [IDScannerStep] = [.capture_front, .capture_back, .scan_id]
    let format: (DriverLicense) -> DriverLicense = ValueFormatter.getFormattedDriverLicense(from:)
    return [
        initWithBlock, initWithListener, setCheckHasFace, setSteps, setCountry, setFaceDetector, setIdScanner, create, show, steps, format,
    ]
}

/// "Capture passport data", of both; "Selfie capture on iOS".
@MainActor
func declaredOtherScanners(
    _ passports: PassportScannerViewController.Builder, _ passport: PassportScannerViewController,
    _ selfies: SelfieCaptureViewController.Builder
) -> [Any] {
    let initPassport: (@escaping (Bool, Passport?) -> Void) -> PassportScannerViewController.Builder =
        PassportScannerViewController.Builder.init(onComplete:)
    let setCheckHasFace: (Bool) -> PassportScannerViewController.Builder = passports.setCheckHasFace(checkHasFace:)
    let create: () -> PassportScannerViewController = passports.create
    let show: (UIViewController) -> Void = passport.show(parentViewController:)
    let initSelfie: (@escaping (Bool, Selfie?) -> Void) -> SelfieCaptureViewController.Builder =
        SelfieCaptureViewController.Builder.init(onComplete:)
    let performExpressionCheck: (Bool) -> SelfieCaptureViewController.Builder = selfies.performExpressionCheck(_:)
    let start: (UIViewController) throws -> Void = selfies.start(parentViewController:)
    let liveFace: LiveFaceVerificationViewController.Type = SelfieCaptureViewController.self
    return [initPassport, setCheckHasFace, create, show, initSelfie, performExpressionCheck, start, liveFace]
}

/// "Scanning the driver license" and "Using SelfieCaptureDialogFragment", of Android.
@MainActor
func declaredAndroidScanners(_ builder: DLSBundle.Builder, _ bundle: DLSBundle) -> [Any] {
    let setters: [(Bool) -> DLSBundle.Builder] = [
        builder.setCaptureFront, builder.setCaptureBarcode, builder.setCaptureBack, builder.setCheckHasFace,
    ]
    let setIdScanner: (any IDScanner) -> DLSBundle.Builder = builder.setIdScanner(_:)
    let create: () -> DLSBundle = builder.create
    let getDriverLicense: (DLSBundle) -> DriverLicense = DLSBundle.getDriverLicense(_:)
    let ofActivity: (DLSBundle) -> DriverLicense = DriverLicenseScannerActivity.DLSBundle.getDriverLicense(_:)
    let start: (UIViewController, DLSBundle, any DriverLicenseScannerListener) -> Void = DriverLicenseScannerDialogFragment.start(_:_:_:)
    let startSelfie: (UIViewController, any SelfieCaptureListener) -> Void = SelfieCaptureDialogFragment.start(_:_:)
    let getResultSelfie: (LFVBundle) -> Selfie = LFVBundle.getResultSelfie(_:)
    return [setters, setIdScanner, create, getDriverLicense, ofActivity, start, startSelfie, getResultSelfie]
}
