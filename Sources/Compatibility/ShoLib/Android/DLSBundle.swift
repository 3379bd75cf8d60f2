public import P1Verify
import Primitives

/// Arguments and result of the capture of a licence, as Android's documents name them. It is the bundle itself: Foundation has that name.
public struct DLSBundle {
    private enum Content {
        case arguments(CaptureArguments)
        case result(DriverLicense)
    }

    private let content: Content

    init(_ license: DriverLicense) { content = .result(license) }
    private init(_ arguments: CaptureArguments) { content = .arguments(arguments) }

    /// The licence that was captured; one without data in a bundle of arguments.
    public static func getDriverLicense(_ bundle: DLSBundle) -> DriverLicense {
        if case .result(let license) = bundle.content { license } else { DriverLicense() }
    }

    /// The arguments; those that ask for everything in a bundle of a result.
    var arguments: CaptureArguments { if case .arguments(let arguments) = content { arguments } else { CaptureArguments() } }

    /// Makes a bundle of arguments.
    public final class Builder {
        private var arguments = CaptureArguments()

        /// A builder whose bundle lets the user choose the country.
        public init() {}

        /// Sets whether the front is photographed.
        @discardableResult
        public func setCaptureFront(_ captureFront: Bool) -> Builder { set(.capture_front, captureFront) }
        /// Sets whether the barcode is read.
        @discardableResult
        public func setCaptureBarcode(_ captureBarcode: Bool) -> Builder { set(.scan_id, captureBarcode) }
        /// Sets whether the back is photographed.
        @discardableResult
        public func setCaptureBack(_ captureBack: Bool) -> Builder { set(.capture_back, captureBack) }

        /// Sets whether the front must show a face; true by default.
        @discardableResult
        public func setCheckHasFace(_ checkForFace: Bool) -> Builder {
            arguments.checksFace = checkForFace
            return self
        }

        /// Sets the scanner of barcodes, which a text of the document names; by default, that of the system.
        @discardableResult
        public func setIdScanner(_ idScanner: any IDScanner) -> Builder {
            arguments.scanner = idScanner
            return self
        }

        /// Makes the bundle.
        public func create() -> DLSBundle { DLSBundle(arguments) }

        private func set(_ step: IDScannerStep, _ isThere: Bool) -> Builder {
            arguments.steps.removeAll { $0 == step }
            if isThere { arguments.steps.append(step) }
            return self
        }
    }
}
