package import Foundation
import Primitives
import Synchronization

/// The keyed hashes of one purpose, of each realm its own, whose keys are derived once.
package final class RealmHashes: Sendable {
    private static let most = 1000

    private let purpose: String
    private let sealer: Sealer
    private let known = Mutex<[UUID: KeyedHash]>([:])

    /// - Parameter purpose: the purpose of the hash, in words that no other has; the realm's id is put behind it.
    package init(_ purpose: String, _ sealer: Sealer) {
        self.purpose = purpose
        self.sealer = sealer
    }

    /// The keyed hash of one realm.
    package subscript(realm: UUID) -> KeyedHash {
        known.withLock { known in
            if let hash = known[realm] { return hash }
            if known.count >= Self.most { known = [:] }
            let hash = KeyedHash("\(purpose) of \(realm.text)", sealer)
            known[realm] = hash
            return hash
        }
    }
}
