import Primitives
public import VerificationMessages

/// A step of a capture.
public enum CaptureStep: Sendable, Hashable {
    /// A photograph of a document's front.
    case front
    /// A photograph of a document's back.
    case back
    /// The barcode on a document's back.
    case barcode
    /// A photograph of the page of a passport that has the portrait.
    case passportPage
    /// An expression that the user is asked for.
    case expression(FacialExpression)
    /// A photograph of the user's face.
    case selfie

    /// The side whose photograph the step takes; nil where it takes none.
    public var side: ImageSide? {
        switch self {
        case .front, .passportPage: .front
        case .back: .back
        case .selfie: .selfie
        case .barcode, .expression: nil
        }
    }
}
