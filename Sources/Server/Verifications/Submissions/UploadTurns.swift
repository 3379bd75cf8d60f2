import Foundation
import Primitives
import Synchronization

/// The uploads that are under way, so that one transaction doesn't fill the disk with images that have no row yet.
final class UploadTurns: Sendable {
    /// The number of uploads of one transaction at once.
    private static let most = 2

    private let current = Mutex<[UUID: Int]>([:])

    /// Begins an upload; false when too many of the transaction are under way.
    func begin(_ transaction: UUID) -> Bool {
        current.withLock { current in
            guard current[transaction, default: 0] < Self.most else { return false }
            current[transaction, default: 0] += 1
            return true
        }
    }

    /// Ends an upload.
    func end(_ transaction: UUID) {
        current.withLock { current in
            let left = current[transaction, default: 1] - 1
            current[transaction] = left > 0 ? left : nil
        }
    }
}
