import Directory
import Foundations
import OAuth
import Primitives

/// The services of the sign-on pages.
struct SignOnServices: Sendable {
    let time: any TimeSource
    let random: any RandomSource
    let sealer: Sealer
    let applications: Applications
    let accounts: Accounts
    let knownBrowsers: KnownBrowsers
    let authorization: Authorization

    init(_ platform: Platform, _ directory: DirectoryServices, _ oauth: OAuthServices, _ knownBrowsers: KnownBrowsers) {
        time = platform.time
        random = platform.random
        sealer = platform.sealer
        applications = directory.applications
        accounts = directory.accounts
        self.knownBrowsers = knownBrowsers
        authorization = oauth.authorization
    }
}
