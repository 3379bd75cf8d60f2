package import Foundation
import Primitives
package import VisionMessages

/// Reads pictures, in whatever process.
package protocol PictureReading: Sendable {
    /// Reads an image's file.
    /// - Throws: when it is to be tried again later, since there is too much to do just now.
    func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) async throws -> ReadPicture
}
