import DeviceRegistry
import Directory
import Foundations
import OAuth
import Primitives
import Sessions

/// The services of the account page.
struct AccountServices: Sendable {
    let time: any TimeSource
    let sealer: Sealer
    let users: Users
    let accounts: Accounts
    let applications: Applications
    let session: SessionServices
    let devices: Devices
    let consents: Consents

    init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices, _ devices: Devices
    ) {
        time = platform.time
        sealer = platform.sealer
        users = directory.users
        accounts = directory.accounts
        applications = directory.applications
        self.session = session
        self.devices = devices
        consents = oauth.consents
    }
}
