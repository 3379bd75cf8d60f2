import DeviceRegistry
import Directory
import Foundation
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
    /// The number of a user's recovery codes, by the user's id and the realm's.
    let recoveryCodes: @Sendable (UUID, UUID) async throws -> Int
    /// The place of a network address, as far as the operator's files know it.
    let place: @Sendable (String) -> String?

    init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices, _ devices: Devices,
        recoveryCodes: @escaping @Sendable (UUID, UUID) async throws -> Int, place: @escaping @Sendable (String) -> String?
    ) {
        time = platform.time
        sealer = platform.sealer
        users = directory.users
        accounts = directory.accounts
        applications = directory.applications
        self.session = session
        self.devices = devices
        consents = oauth.consents
        self.recoveryCodes = recoveryCodes
        self.place = place
    }
}
