import Primitives
public import VerificationMessages

/// A face in a frame.
public struct FaceReading: Sendable, Equatable {
    /// The place, in pixels of the upright frame.
    public var box: FaceRectangle
    /// A number that the same face keeps from frame to frame; nil for a reader that doesn't follow faces.
    public var track: Int?
    /// Whether it smiles; nil for a reader that can't tell.
    public var isSmiling: Bool?
    /// Whether the person's left eye is closed; nil for a reader that can't tell.
    public var isLeftEyeClosed: Bool?
    /// Whether the person's right eye is closed; nil for a reader that can't tell.
    public var isRightEyeClosed: Bool?

    /// Makes a face of its members.
    public init(
        box: FaceRectangle, track: Int? = nil, isSmiling: Bool? = nil, isLeftEyeClosed: Bool? = nil, isRightEyeClosed: Bool? = nil
    ) {
        self.box = box
        self.track = track
        self.isSmiling = isSmiling
        self.isLeftEyeClosed = isLeftEyeClosed
        self.isRightEyeClosed = isRightEyeClosed
    }

    /// Whether its expressions are known.
    var hasExpressions: Bool { isSmiling != nil && isLeftEyeClosed != nil && isRightEyeClosed != nil }
    /// Whether it is what a selfie shows, as far as that is known: open eyes and a straight face.
    var isNeutral: Bool { isSmiling != true && isLeftEyeClosed != true && isRightEyeClosed != true }
}
