package import Directory
package import Sessions
package import SignIn

/// The services of environments, populations and users with their passwords and sessions.
package struct IdentityServices: Sendable {
    let realms: Realms
    let populations: Populations
    let users: Users
    let accounts: Accounts
    let passwords: PasswordAuthentication
    let knownBrowsers: KnownBrowsers
    let sessions: SessionRegistry
    let passwordRecovery: PasswordRecovery

    package init(
        _ directory: DirectoryServices, _ credentials: CredentialServices, _ session: SessionServices, _ signIn: SignInServices
    ) {
        realms = directory.realms
        populations = directory.populations
        users = directory.users
        accounts = directory.accounts
        passwords = credentials.passwords
        knownBrowsers = credentials.knownBrowsers
        sessions = session.registry
        passwordRecovery = signIn.passwordRecovery
    }
}
