internal import Foundation
import Foundations
internal import Primitives
internal import Verifications
internal import Vision
internal import VisionMessages

/// The pictures of verifications, read by the processes for images.
struct VerificationPictures: PictureReading {
    let reader: ImageReader

    func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) async throws -> ReadPicture {
        do { return .read(try await reader.read(readings, from: image, for: Asker(address: "verification", in: realm))) } catch {
            switch error.code {
            // The same picture would end the same way again.
            case .refused, .time, .memory, .crashed: return .unreadable
            case .unavailable: return .unavailable
            case .overloaded: throw error
            }
        }
    }
}
