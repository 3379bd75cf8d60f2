package import DeviceRegistry
package import Directory
package import Foundations
package import MultiFactor
import Primitives
package import Sessions
package import SignIn

/// The services of AM's endpoints.
package struct AMServices: Sendable {
    let time: any TimeSource
    let users: Users
    let accounts: Accounts
    let knownBrowsers: KnownBrowsers
    let session: SessionServices
    let devices: Devices
    let deviceProfiles: DeviceProfiles
    let authenticators: Authenticators
    let decisions: PolicyDecisions

    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ deviceRegistry: DeviceServices,
        knownBrowsers: KnownBrowsers, authenticators: Authenticators, decisions: PolicyDecisions
    ) {
        time = platform.time
        users = directory.users
        accounts = directory.accounts
        self.knownBrowsers = knownBrowsers
        self.session = session
        devices = deviceRegistry.devices
        deviceProfiles = deviceRegistry.deviceProfiles
        self.authenticators = authenticators
        self.decisions = decisions
    }
}
