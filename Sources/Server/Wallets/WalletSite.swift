package import Directory
import Foundation
import Primitives

/// A realm's wallets at the server's public address.
package struct WalletSite: Sendable {
    package let realm: Realm
    /// Scheme, host and port of the server's public address.
    private let address: String

    package init(_ realm: Realm, address: String) {
        self.realm = realm
        self.address = address
    }

    var settings: WalletSettings { realm.settings[WalletSettings.self] }

    /// The name that a new log gets: a URL without its scheme (c2sp.org/tlog-checkpoint).
    var origin: String {
        let authority = address.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).last.map { String($0) } ?? address
        return "\(authority)/wallets/\(realm.id.text)"
    }
}
