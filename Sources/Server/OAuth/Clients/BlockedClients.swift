import Foundation
import Primitives
import Synchronization
import Foundations

/// The addresses that have sent too many wrong secrets for a client. The count is in the database; this is what one node remembers of it,
/// so that an honest request needs no look-up.
final class BlockedClients: Sendable {
    struct Source: Hashable {
        let realm: UUID
        let client: String
        let address: NetworkPrefix

        /// The address for all the ids that no client has.
        var ofNobody: Source { Source(realm: realm, client: "", address: address) }
    }

    /// The number of sources with which it starts again, rather than grow with an attack.
    private static let limit = 10_000

    private let ends = Mutex<[Source: Date]>([:])

    func contains(_ source: Source, at now: Date) -> Bool {
        ends.withLock { ends in ends.isEmpty ? false : ends[source].map { now < $0 } ?? false }
    }

    func insert(_ source: Source, until end: Date) {
        ends.withLock { ends in
            if ends.count >= Self.limit { ends = [:] }
            ends[source] = end
        }
    }
}
