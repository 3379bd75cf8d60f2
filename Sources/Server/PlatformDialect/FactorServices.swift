package import DevicePolicies
package import DeviceRegistry
package import Directory
package import MultiFactor

/// The services of devices, the rules for them, and authentication by them.
package struct FactorServices: Sendable {
    let mfaSettings: RealmMFASettings
    let devicePolicies: DevicePolicyServices
    let deviceRegistry: DeviceServices
    let pairingKeys: PairingKeys
    let deviceAuthentications: DeviceAuthentications
    let authenticationCodes: AuthenticationCodes

    package init(
        _ directory: DirectoryServices, _ devicePolicies: DevicePolicyServices, _ deviceRegistry: DeviceServices,
        _ pairing: PairingServices, _ multiFactor: MultiFactorServices
    ) {
        mfaSettings = directory.mfaSettings
        self.devicePolicies = devicePolicies
        self.deviceRegistry = deviceRegistry
        pairingKeys = pairing.pairingKeys
        deviceAuthentications = multiFactor.deviceAuthentications
        authenticationCodes = multiFactor.authenticationCodes
    }
}
