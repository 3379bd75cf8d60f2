package import Foundation
import Primitives

/// Finds the face of a document's photograph.
package protocol FaceFinder: Sendable {
    /// The largest face, in pixels from the upper left corner; nil for none.
    /// - Throws: ``FaceDetectionError`` `.unreadableImage`.
    func face(in file: [UInt8]) throws(FaceDetectionError) -> CGRect?
}
