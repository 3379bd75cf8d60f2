package import DeviceRegistry
package import DevicePolicies
package import Directory
package import Foundations
package import Messaging

/// The services of authentication by devices.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class MultiFactorServices: Sendable {
    package let deviceAuthentications: DeviceAuthentications
    package let authenticationCodes: AuthenticationCodes
    package let authenticators: Authenticators
    package let payloads: MobilePayloads

    /// The services over a platform and the assemblies of the modules beneath.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ credentials: CredentialServices, _ messaging: MessagingServices,
        _ rules: DevicePolicyServices, _ devices: DeviceServices, _ pairing: PairingServices
    ) {
        let (database, sealer, audit) = (platform.database, platform.sealer, platform.audit)
        let (time, random, applications) = (platform.time, platform.random, directory.applications)
        deviceAuthentications = DeviceAuthentications(
            database: database, applications: applications, ruleBook: devices.ruleBook, devices: devices.devices,
            challenges: devices.challenges, passcodes: devices.passcodes, messages: devices.messages, sealer: sealer, audit: audit,
            time: time, random: random)
        authenticationCodes = AuthenticationCodes(
            database: database, applications: applications, ruleBook: devices.ruleBook, integrity: devices.integrity, audit: audit,
            time: time, random: random)
        authenticators = Authenticators(
            database: database, users: directory.users, applications: applications, policies: rules.mfaPolicies,
            devices: devices.devices, passcodes: devices.passcodes, challenges: devices.challenges, messages: devices.messages,
            push: messaging.push, attempts: credentials.attempts, sealer: sealer, audit: audit, time: time, random: random)
        payloads = MobilePayloads(
            database: database, quotas: directory.quotas, applications: applications, policies: rules.mfaPolicies,
            settings: directory.mfaSettings, keys: pairing.pairingKeys, time: time, random: random)
    }
}
