import Primitives

/// An expression of the expression check: two pairs, eyes that are open and closed, a smile and a straight face.
public enum FacialExpression: String, Sendable, CaseIterable {
    /// A smile, after a straight face.
    case smile
    /// A straight face, after a smile.
    case straightFace
    /// The left eye closed, after both were open.
    case leftEyeClosed
    /// The right eye closed, after both were open.
    case rightEyeClosed

    /// Whether a face shows it; nil where the reader can't tell.
    func isShown(by face: FaceReading) -> Bool? {
        switch self {
        case .smile: face.isSmiling
        case .straightFace: face.isSmiling.map(!)
        case .leftEyeClosed: face.isLeftEyeClosed
        case .rightEyeClosed: face.isRightEyeClosed
        }
    }
}
