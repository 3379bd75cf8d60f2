package import DevicePolicies
package import Directory
package import Foundations
package import Messaging

/// The services by which devices are paired with users, and by which accounts of other apps are taken over.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class PairingServices: Sendable {
    package let pairingKeys: PairingKeys
    package let pairings: Pairings
    package let migrationKeys: MigrationKeys

    /// - Parameter followers: the registrations that move along when an app moves to another server.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ messaging: MessagingServices, _ rules: DevicePolicyServices,
        _ devices: DeviceServices, followers: any MigrationFollowing.Type
    ) {
        let (database, audit, time, random) = (platform.database, platform.audit, platform.time, platform.random)
        let (users, applications) = (directory.users, directory.applications)
        pairingKeys = PairingKeys(
            database: database, sealer: platform.sealer, applications: applications, policies: rules.mfaPolicies,
            settings: directory.mfaSettings, audit: audit, time: time, random: random)
        pairings = Pairings(
            database: database, users: users, applications: applications, policies: rules.mfaPolicies,
            settings: directory.mfaSettings, notifications: messaging.notifications,
            trials: PushTrials(
                database: database, users: users, applications: applications, challenges: devices.challenges,
                messages: devices.messages, time: time),
            installations: devices.installations, keys: pairingKeys, passcodes: devices.passcodes, followers: followers,
            erasure: platform.erasure, audit: audit, time: time, random: random)
        migrationKeys = MigrationKeys(database: database, audit: audit, applications: applications, time: time)
    }
}
