package import DeviceRegistry
package import Directory
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

    package init(
        _ platform: Platform, _ directory: DirectoryServices, _ session: SessionServices, _ oauth: OAuthServices, devices: Devices,
        knownBrowsers: KnownBrowsers
    ) {
        signOn = SignOnServices(platform, directory, oauth, knownBrowsers)
        account = AccountServices(platform, directory, session, oauth, devices)
        welcome = WelcomeServices(platform, directory, session, oauth)
        formPost = FormPostServices(platform, session)
        realms = directory.realms
    }
}
