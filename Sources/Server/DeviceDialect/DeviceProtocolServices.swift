package import DeviceRegistry
package import Directory
package import Foundations
package import Messaging
package import MultiFactor
import Primitives

/// The services of the device protocol.
package struct DeviceProtocolServices: Sendable {
    let time: any TimeSource
    let random: any RandomSource
    let realms: Realms
    let keys: SigningKeys
    let quotas: Quotas
    let push: BuiltInPush
    let deviceRegistry: DeviceServices
    let pairings: Pairings
    let deviceAuthentications: DeviceAuthentications
    let authenticationCodes: AuthenticationCodes

    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ deviceRegistry: DeviceServices, _ multiFactor: MultiFactorServices,
        push: BuiltInPush, pairings: Pairings
    ) {
        time = platform.time
        random = platform.random
        realms = directory.realms
        keys = directory.keys
        quotas = directory.quotas
        self.push = push
        self.deviceRegistry = deviceRegistry
        self.pairings = pairings
        deviceAuthentications = multiFactor.deviceAuthentications
        authenticationCodes = multiFactor.authenticationCodes
    }
}
