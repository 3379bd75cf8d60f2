import Foundation
public import P1Verify
import Primitives
import Verification

#if canImport(UIKit)
public import UIKit
#endif

/// Captures a licence: photographs of its sides, and the barcode of those that have one.
@MainActor
open class DriverLicenseScannerViewController: CaptureViewController {
    private let ended: (Bool, DriverLicense?) -> Void
    private let scanner: (any IDScanner)?

    fileprivate init(_ request: CaptureRequest, _ ended: @escaping (Bool, DriverLicense?) -> Void) {
        self.ended = ended
        scanner = request.scanner
        super.init(.license, request)
    }

    /// Shows the screen above a view controller. Where the system has no camera, the capture ends at once as if the user had cancelled.
    public func show(parentViewController: UIViewController) {
        let (ended, scanner) = (ended, scanner)
        do {
            try capture(above: parentViewController) { card in
                ended(card != nil, card.map { DriverLicense($0, scanner) })
            }
        } catch { ended(false, nil) }
    }

    /// Makes the screen.
    @MainActor
    public final class Builder {
        private let ended: (Bool, DriverLicense?) -> Void
        private var request = CaptureRequest(id: UUID().text)
        private var steps: [IDScannerStep] = []
        private var country: String?

        /// A builder with the block that gets the result, on the main thread.
        /// - Parameter onComplete: gets false without a licence when the user has cancelled.
        public init(onComplete: @escaping (_ isComplete: Bool, _ license: DriverLicense?) -> Void) { ended = onComplete }

        /// A builder with the listener that gets the result.
        public convenience init(listener: any DriverLicenseScannerListener) {
            self.init { _, license in
                if let license { listener.onDriverLicenseCaptured(license: license) } else { listener.onCanceled() }
            }
        }

        /// Sets whether the front must show a face; true by default.
        @discardableResult
        public func setCheckHasFace(checkHasFace: Bool) -> Builder {
            request.checksFace = checkHasFace
            return self
        }

        /// Sets the steps, in their order; they override the country. A step that is given twice is done once.
        @discardableResult
        public func setSteps(scannerSteps: IDScannerStep...) -> Builder { setSteps(scannerSteps) }

        func setSteps(_ steps: [IDScannerStep]) -> Builder {
            self.steps = steps
            return self
        }

        /// Sets the issuing country, such as `USA`, from which the steps follow. Without steps and country, the user chooses the country.
        @discardableResult
        public func setCountry(country: String) -> Builder {
            self.country = country
            return self
        }

        /// Sets the detector of faces; by default, that of the system.
        @discardableResult
        public func setFaceDetector(faceDetector: any SCFaceDetector) -> Builder {
            request.faces = faceDetector
            return self
        }

        /// Sets the scanner of barcodes; by default, that of the system.
        @discardableResult
        public func setIdScanner(idScanner: any IDScanner) -> Builder {
            request.scanner = idScanner
            return self
        }

        /// Makes the screen, which ``DriverLicenseScannerViewController/show(parentViewController:)`` shows.
        public func create() -> DriverLicenseScannerViewController {
            request.plan = request.plan(for: steps.isEmpty ? country.map(Country.steps) ?? [] : steps)
            return DriverLicenseScannerViewController(request, ended)
        }
    }
}
