public import P1Verify
import Primitives

/// Receives the result of the capture of a licence, on the main thread. Each document has a method of its own: one of the two is enough.
@MainActor
public protocol DriverLicenseScannerListener {
    /// The licence was captured.
    func onDriverLicenseCaptured(license: DriverLicense)
    /// The licence was captured: Android's form. ``DLSBundle/getDriverLicense(_:)`` takes it out.
    func onDriverLicenseCaptured(_ bundle: DLSBundle)
    /// The user has cancelled: Android's.
    func onCanceled()
}

extension DriverLicenseScannerListener {
    /// Calls ``onDriverLicenseCaptured(_:)``.
    public func onDriverLicenseCaptured(license: DriverLicense) { onDriverLicenseCaptured(DLSBundle(license)) }
    /// Does nothing.
    public func onDriverLicenseCaptured(_ bundle: DLSBundle) {}
    /// Does nothing.
    public func onCanceled() {}
}
