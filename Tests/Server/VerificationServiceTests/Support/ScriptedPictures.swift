import Crypto
import Foundation
import IdentityDocuments
import Primitives
import Synchronization
import TestVectors
import VerificationMessages
import Verifications
import VisionMessages

/// A reader of pictures that tells what a test has set for a file; of others it reads nothing.
final class ScriptedPictures: PictureReading {
    private struct State {
        var reports: [[UInt8]: VisionReport] = [:]
        var unreadable: Set<[UInt8]> = []
        var succeeding = 0
        var failures: [any Error] = []
        var beforeEach: @Sendable () -> Void = {}
        var count = 0
    }

    private let state = Mutex(State())

    /// The licence of the vectors, on its back; and a selfie and a front with the same face.
    init() {
        var back = VisionReport(kind: .png, width: 1104, height: 240)
        back.barcodes = [
            Barcode(.pdf417, bytes: Self.file("licence.bin"), corners: [PixelPoint](repeating: PixelPoint(x: 0, y: 0), count: 4))
        ]
        tell(back, of: Self.file("licence.png"))
    }

    static func file(_ name: String) -> [UInt8] { (try? Array(TestVectors.data("vision/\(name)"))) ?? [] }

    /// The number of pictures that were read.
    var count: Int { state.withLock { $0.count } }

    func tell(_ report: VisionReport, of image: [UInt8]) {
        let digest = Array(SHA256.hash(data: image))
        state.withLock { $0.reports[digest] = report }
    }

    /// Has a file be one that can't be read.
    func refuse(_ image: [UInt8]) { state.withLock { _ = $0.unreadable.insert(Array(SHA256.hash(data: image))) } }

    /// Has something done before each reading.
    func beforeEach(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.beforeEach = act } }

    /// Has readings fail, after some that succeed.
    func fail(after count: Int = 0, _ errors: any Error...) {
        state.withLock { state in
            state.succeeding = count
            state.failures = errors
        }
    }

    func report(_ readings: Set<VisionReading>, of image: [UInt8], in realm: UUID) throws -> ReadPicture {
        let digest = Array(SHA256.hash(data: image))
        state.withLock { $0.beforeEach }()
        return try state.withLock { state in
            if state.succeeding > 0 {
                state.succeeding -= 1
            } else if !state.failures.isEmpty {
                throw state.failures.removeFirst()
            }
            state.count += 1
            if state.unreadable.contains(digest) { return .unreadable }
            return state.reports[digest].map(ReadPicture.read) ?? .unavailable
        }
    }
}
