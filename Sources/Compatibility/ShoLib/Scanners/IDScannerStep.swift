import Primitives
import Verification

/// A step of the capture of a licence.
public enum IDScannerStep: Sendable, CaseIterable {
    /// A photograph of the front.
    case capture_front
    /// A photograph of the back.
    case capture_back
    /// The barcode on the back.
    case scan_id

    var step: CaptureStep {
        switch self {
        case .capture_front: .front
        case .capture_back: .back
        case .scan_id: .barcode
        }
    }
}
