public import Foundation
import Primitives

#if canImport(UIKit)
public import UIKit
#else
public import P1Verify
#endif

/// A detector of faces of the app's own. The document has the name alone; its method is ours.
public protocol SCFaceDetector: Sendable {
    /// Finds the faces of a photograph, in pixels from the upper left corner. It isn't called on the main thread.
    /// - Throws: any error, which the screen tells as `cannot_find_face_error`.
    func findFaces(in image: UIImage) throws -> [CGRect]
}
