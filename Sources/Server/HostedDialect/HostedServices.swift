package import DeviceRegistry
package import Directory
package import Foundation
package import Foundations
package import OAuth
package import Sessions

/// The services of the hosted pages, by the resources that use them.
package struct HostedServices: Sendable {
    let signOn: SignOnServices
    let account: AccountServices
    let welcome: WelcomeServices
    let formPost: FormPostServices
    let realms: Realms

    /// - Parameters:
    ///   - recoveryCodes: the number of a user's recovery codes, by the user's id and the realm's.
    ///   - place: the place of a network address, as far as the operator's files know it.
    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices, devices: Devices,
        knownBrowsers: KnownBrowsers, recoveryCodes: @escaping @Sendable (UUID, UUID) async throws -> Int,
        place: @escaping @Sendable (String) -> String?
    ) {
        signOn = SignOnServices(platform, directory, oauth, knownBrowsers)
        account = AccountServices(platform, directory, session, oauth, devices, recoveryCodes: recoveryCodes, place: place)
        welcome = WelcomeServices(platform, directory, session, oauth)
        formPost = FormPostServices(platform, session)
        realms = directory.realms
    }
}
