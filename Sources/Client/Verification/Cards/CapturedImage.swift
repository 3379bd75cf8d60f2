import Primitives
public import VerificationMessages

/// The photograph of a side of a document, or of the user's face, as a file.
public struct CapturedImage: Sendable, Equatable {
    /// The part of the card that it shows.
    public var side: ImageSide
    /// The bytes of a JPEG or PNG file, 8 MiB at most.
    public var file: [UInt8]
    /// The face that the app found in it; nil, the default, for none. A hint that the server doesn't rely on.
    public var face: FaceRectangle?

    /// Makes an image of its parts, which are checked when it is submitted.
    public init(_ side: ImageSide, _ file: [UInt8], face: FaceRectangle? = nil) {
        self.side = side
        self.file = file
        self.face = face
    }
}
