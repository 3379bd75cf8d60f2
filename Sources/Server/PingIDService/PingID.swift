import DeviceMessages
package import Foundation
import Primitives
import Store
package import DeviceRegistry
package import Directory
package import Foundations
package import Messaging

/// Devices that are trusted for a customer's users: what the customer's server asks, and what the devices themselves say.
///
/// A class only so that closures hold one reference; nothing of it ever changes.
package final class PingID: Sendable {
    package let applications: PingIDApplications
    package let users: PingIDUsers
    package let organisationKeys: OrganisationKeys
    let book: TrustBook
    let installations: Installations
    let devices: Devices
    let passcodes: Passcodes
    let keys: SigningKeys
    let notifications: Notifications
    let logs: DeviceLogs
    let tokenHashes: RealmHashes
    let keyHashes: RealmHashes
    private let platform: Platform

    /// The service over a platform and the assemblies of the modules beneath.
    package init(_ platform: Platform, _ directory: DirectoryServices, _ messaging: MessagingServices, _ registry: DeviceServices) {
        self.platform = platform
        let (database, configuration, audit, sealer) = (platform.database, platform.configuration, platform.audit, platform.sealer)
        let (time, random) = (platform.time, platform.random)
        applications = PingIDApplications(database: database, applications: directory.applications, configuration: configuration)
        users = PingIDUsers(database: database, accounts: directory.accounts, erasure: platform.erasure, audit: audit, time: time)
        organisationKeys = OrganisationKeys(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        book = TrustBook(passcodes: registry.passcodes, erasure: platform.erasure, audit: audit, random: random)
        installations = registry.installations
        devices = registry.devices
        passcodes = registry.passcodes
        keys = directory.keys
        notifications = messaging.notifications
        logs = registry.deviceLogs
        tokenHashes = RealmHashes("PingID tokens", sealer)
        keyHashes = RealmHashes("PingID pairing keys", sealer)
    }

    /// The rules of an application that is switched on.
    /// - Throws: `unknownApplication`; `notPermitted` for one that is switched off.
    func rules(of application: String, in realm: Realm) async throws -> PingIDRules {
        guard let rules = try await applications.rules(of: application, in: realm) else {
            throw DomainError(.unknownApplication, "no application \(application.prefix(64)) whose users have trusted devices")
        }
        guard rules.isEnabled else { throw DomainError(.notPermitted, "the application \(application.prefix(64)) is switched off") }
        return rules
    }
}

extension PingID {
    var database: any Database { platform.database }
    var sealer: Sealer { platform.sealer }
    var erasure: Erasure { platform.erasure }
    var audit: AuditLog { platform.audit }
    var time: any TimeSource { platform.time }
    var random: any RandomSource { platform.random }
    /// The time by the server's clock.
    package var now: Date { time.now }
}
