package import Foundation
import Primitives

/// Who asks for work that is done in turns: whoever is behind a network address, in a realm.
package struct Asker: Hashable, Sendable {
    let realm: UUID?
    let prefix: NetworkPrefix

    package init(address: String, in realm: UUID) {
        self.realm = realm
        prefix = NetworkPrefix(of: address)
    }

    private init() {
        realm = nil
        prefix = NetworkPrefix(of: "server")
    }

    /// This server itself: its command line, its scripts, and whoever administers it.
    package static let server = Asker()
}
