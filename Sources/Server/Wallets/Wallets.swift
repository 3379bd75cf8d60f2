import DeviceMessages
package import Directory
import Foundation
package import Foundations
package import Messaging
import Primitives
package import SealedFiles
import Store
package import WalletMessages

/// Wallets and the services that talk with them: registered instances, their mail, and the registry of their claims (docs/protocols/claims.md).
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class Wallets: Sendable {
    package let registry: Registry
    let stamps: StampKeys
    let mail: Mailboxes
    let bell: WalletBell
    let database: any Database
    let audit: AuditLog
    let erasure: Erasure
    let time: any TimeSource
    let random: any RandomSource
    let quotas: Quotas
    private let realms: Realms

    /// - Parameter files: the place where envelopes are kept.
    package init(_ platform: Platform, _ directory: DirectoryServices, notifications: Notifications, files: any SealedFileStore) {
        database = platform.database
        audit = platform.audit
        erasure = platform.erasure
        time = platform.time
        random = platform.random
        quotas = directory.quotas
        realms = directory.realms
        registry = Registry(platform)
        stamps = StampKeys(platform)
        mail = Mailboxes(platform, files: files)
        bell = WalletBell(platform, notifications: notifications, applications: directory.applications)
    }

    /// The service's description of itself.
    package func configuration(at site: WalletSite) async throws -> WalletConfiguration {
        WalletConfiguration(
            log: try await registry.description(at: site), stampKey: try await stamps.signing(in: site.realm.id).key,
            serverTime: time.now)
    }

    /// Removes files of envelopes that no row has: of removed mail, and what a crash has left.
    package func removeStrayFiles() async throws { try await mail.removeStrayFiles() }

    /// The realm of an id or of a name below the root; nil for one that isn't there, or has no wallets.
    package func realm(named text: String) async throws -> Realm? {
        let realm: Realm
        do {
            if let id = UUID(text: text) {
                realm = try await realms.realm(id: id)
            } else {
                guard let path = text == "root" ? .root : RealmPath(components: [text]) else { return nil }
                realm = try await realms.realm(at: path)
            }
        } catch let error as DomainError where error.code == .unknownRealm { return nil }
        return realm.settings[WalletSettings.self].wallets ? realm : nil
    }
}
