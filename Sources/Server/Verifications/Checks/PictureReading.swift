package import Foundation
import Primitives
package import VisionMessages

/// Reads pictures, in whatever process.
package protocol PictureReading: Sendable {
    /// Reads an image's file.
    /// - Returns: nil for one that can't be read, now or ever.
    /// - Throws: when it is to be tried again later, since there is too much to do just now.
    func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) async throws -> VisionReport?
}
