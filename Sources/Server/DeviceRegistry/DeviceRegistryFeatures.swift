package import Foundations

/// The features of the module.
package enum DeviceRegistryFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        Installations.feature, Devices.feature, Passcodes.feature, PairingKeys.feature, PairingAttempt.feature, Challenges.feature,
        IntegrityRules.feature, DeviceLogs.feature, MigrationKeys.feature, AppAttestKeys.feature, AttestedApps.feature, Passkeys.feature,
        PasskeyCeremony.feature, BoundKeys.feature, DeviceProfiles.feature, OATHToken.feature, PushMechanism.feature,
        DeviceSettings.feature,
    ]
}
