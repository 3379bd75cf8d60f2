import Primitives

/// The other place of ``DLSBundle`` in Android's document. The activity itself is started by an intent, which other systems don't have.
public enum DriverLicenseScannerActivity {
    /// The bundle.
    public typealias DLSBundle = ShoLib.DLSBundle
}
