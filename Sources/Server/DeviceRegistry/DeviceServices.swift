import DeviceMessages
package import DevicePolicies
package import Directory
package import Foundations
package import Messaging

/// The services of installations, users' devices, and what is asked of them.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class DeviceServices: Sendable {
    package let installations: Installations
    package let devices: Devices
    package let passcodes: Passcodes
    /// The messages to devices.
    package let messages: DeviceMessenger
    package let oathTokens: OATHTokens
    package let ruleBook: MFARuleBook
    package let integrity: IntegrityRules
    package let attestedApps: AttestedApps
    package let challenges: Challenges
    package let testPushes: TestPushes
    package let deviceLogs: DeviceLogs
    package let deviceProfiles: DeviceProfiles
    let platform: Platform

    /// - Parameter succession: the authentications in which one challenge follows another.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ messaging: MessagingServices, _ rules: DevicePolicyServices,
        succession: any ChallengeSuccession.Type
    ) {
        self.platform = platform
        let (database, sealer, erasure, audit) = (platform.database, platform.sealer, platform.erasure, platform.audit)
        let (time, random, users, applications) = (platform.time, platform.random, directory.users, directory.applications)
        installations = Installations(database: database, time: time, random: random, erasure: erasure, audit: audit)
        passcodes = Passcodes(sealer: sealer, random: random)
        messages = DeviceMessenger(
            database: database, keys: directory.keys, notifications: messaging.notifications, installations: installations,
            mail: messaging.mail, phone: [.sms: messaging.sms, .voice: messaging.voice], contents: rules.notificationContents,
            policies: rules.notificationPolicies, time: time)
        devices = Devices(
            database: database, users: users, policies: rules.mfaPolicies, fido2Policies: rules.fido2Policies,
            trustStores: rules.trustStores, settings: directory.mfaSettings, passcodes: passcodes, messages: messages, sealer: sealer,
            time: time, random: random, erasure: erasure, audit: audit)
        oathTokens = OATHTokens(
            database: database, passcodes: passcodes, erasure: erasure, audit: audit, time: time, random: random)
        ruleBook = MFARuleBook(
            applications: applications, policies: rules.mfaPolicies, fido2Policies: rules.fido2Policies,
            settings: directory.mfaSettings, revisions: platform.revisions)
        integrity = IntegrityRules(
            database: database, applications: applications, ruleBook: ruleBook, audit: audit,
            verifiers: [
                .apple: AppAttestVerifier(keys: AppAttestKeys(database: database), time: time),
                .google: PlayIntegrityVerifier(service: PlayIntegrityService(http: platform.http, time: time), time: time),
            ], time: time)
        attestedApps = AttestedApps(database: database)
        challenges = Challenges(
            database: database, integrity: integrity, succession: succession, audit: audit, time: time, random: random)
        testPushes = TestPushes(
            database: database, challenges: challenges, messages: messages, applications: applications, users: users, time: time)
        deviceLogs = DeviceLogs(database: database, audit: audit, time: time, random: random)
        deviceProfiles = DeviceProfiles(database: database, audit: audit, time: time)
    }
}
