import DeviceMessages
package import Foundation
package import Primitives
package import Store
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
    let sealer: Sealer
    let tokenHashes: RealmHashes
    let keyHashes: RealmHashes
    let database: any Database
    let erasure: Erasure
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    package init(
        database: any Database, applications: Applications, accounts: Accounts, installations: Installations, devices: Devices,
        passcodes: Passcodes,
        keys: SigningKeys, notifications: Notifications, logs: DeviceLogs, sealer: Sealer,
        configuration: ConfigurationChange, erasure: Erasure, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.applications = PingIDApplications(database: database, applications: applications, configuration: configuration)
        users = PingIDUsers(database: database, accounts: accounts, erasure: erasure, audit: audit, time: time)
        organisationKeys = OrganisationKeys(
            database: database, sealer: sealer, configuration: configuration, time: time, random: random)
        book = TrustBook(passcodes: passcodes, erasure: erasure, audit: audit, random: random)
        self.installations = installations
        self.devices = devices
        self.passcodes = passcodes
        self.keys = keys
        self.notifications = notifications
        self.logs = logs
        self.sealer = sealer
        tokenHashes = RealmHashes("PingID tokens", sealer)
        keyHashes = RealmHashes("PingID pairing keys", sealer)
        self.database = database
        self.erasure = erasure
        self.audit = audit
        self.time = time
        self.random = random
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
    /// The time by the server's clock.
    package var now: Date { time.now }
}
