import Primitives

/// The arguments of the capture of a licence.
struct CaptureArguments {
    var steps: [IDScannerStep] = []
    var checksFace = true
    var scanner: (any IDScanner)?

    /// The steps in the order of Android's screens: front, barcode, back.
    var ordered: [IDScannerStep] { [.capture_front, .scan_id, .capture_back].filter(steps.contains) }
}
