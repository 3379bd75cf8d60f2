import Primitives
public import VisionMessages

/// The reason for which a frame doesn't do.
public enum CaptureReason: Sendable, Hashable {
    /// The photograph can't be read well.
    case quality(ImageQuality.Fault)
    /// No face was found.
    case noFace
    /// More than one face was found.
    case severalFaces
    /// The face is another one than before.
    case differentFace
    /// The expression wasn't shown in time.
    case missedExpression
    /// No barcode was found.
    case noBarcode

    /// A sentence for the user.
    public var text: String {
        switch self {
        case .quality(let fault): fault.reason
        case .noFace: "There is no face in the picture."
        case .severalFaces: "There is more than one face in the picture."
        case .differentFace: "The face is another one than before."
        case .missedExpression: "The expression wasn't seen in time; try again."
        case .noBarcode: "No barcode was found; show all of it."
        }
    }
}
