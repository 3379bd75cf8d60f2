package import Foundation
import Primitives

/// The asker of work that is done in turns: the clients behind a network address, in a realm.
package struct Asker: Hashable, Sendable {
    /// The id of the realm; nil for this server itself.
    package let realm: UUID?
    package let prefix: NetworkPrefix

    /// The asker of a request to a realm.
    package init(address: String, in realm: UUID) {
        self.realm = realm
        prefix = NetworkPrefix(of: address)
    }

    private init() {
        realm = nil
        prefix = NetworkPrefix(of: "server")
    }

    /// This server itself: its command line, its scripts, and its administrators.
    package static let server = Asker()
}
