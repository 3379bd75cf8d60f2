import Directory
package import Foundations

/// The services of the rules for devices, and of the texts of messages to users.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class DevicePolicyServices: Sendable {
    /// The device authentication policies of all realms.
    package let mfaPolicies: DeviceAuthenticationPolicies
    package let fido2Policies: FIDO2Policies
    package let notificationPolicies: NotificationPolicies
    package let notificationContents: NotificationContents
    package let trustStores: TrustStores

    package init(_ platform: Platform) {
        let (database, configuration) = (platform.database, platform.configuration)
        let (time, random) = (platform.time, platform.random)
        mfaPolicies = DeviceAuthenticationPolicies(database: database, configuration: configuration, time: time, random: random)
        fido2Policies = FIDO2Policies(database: database, configuration: configuration, time: time, random: random)
        notificationPolicies = NotificationPolicies(database: database, configuration: configuration, time: time, random: random)
        notificationContents = NotificationContents(
            database: database, configuration: configuration, time: time, random: random)
        trustStores = TrustStores(database: database, configuration: configuration)
    }
}
