import Primitives

/// The failure of an image that must show a face.
public enum FaceDetectionError: Error, Sendable, Equatable {
    /// No face was found.
    case noFace
    /// The image can't be read.
    case unreadableImage
}
