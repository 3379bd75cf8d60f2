import Primitives
import Verification
import VerificationMessages

/// A capture as the app has asked for it.
struct CaptureRequest: Sendable {
    /// The id of the card.
    let id: String
    /// The plan; nil where the user chooses the country first.
    var plan: CapturePlan?
    /// Whether the front must show a face.
    var checksFace = true
    /// The app's own detector of faces; nil for the system's.
    var faces: (any SCFaceDetector)?
    /// The app's own scanner of barcodes; nil for the system's.
    var scanner: (any IDScanner)?

    /// The plan for a licence; nil for no steps.
    func plan(for steps: [IDScannerStep]) -> CapturePlan? {
        var once: [CaptureStep] = []
        for step in steps.map(\.step) where !once.contains(step) { once.append(step) }
        return .card(.drivingLicense, steps: once, checksFace: checksFace)
    }

    /// A frame as the app's own readers read it.
    func reading(_ frame: any CaptureFrame) -> any CaptureFrame { ScannedFrame(frame: frame, faces: faces, scanner: scanner) }
}
