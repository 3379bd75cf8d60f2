package import Foundations

/// The services that check what a user knows: passwords, passcodes, answers to questions, and the marks of known browsers.
///
/// A class only so that handing it on costs one reference; nothing of it ever changes.
package final class CredentialServices: Sendable {
    package let attempts: Attempts
    /// The check of passwords.
    package let passwords: PasswordAuthentication
    /// The check of passcodes.
    package let passcodes: PasscodeAuthentication
    package let securityQuestions: SecurityQuestions
    /// The marks of browsers in which users have signed in.
    package let knownBrowsers: KnownBrowsers

    /// The services over the users and the hasher of a directory.
    package init(_ platform: Platform, _ directory: DirectoryServices) {
        attempts = Attempts(database: platform.database, users: directory.users, audit: platform.audit, time: platform.time)
        passwords = PasswordAuthentication(attempts: attempts, hasher: directory.hasher)
        passcodes = PasscodeAuthentication(attempts: attempts)
        securityQuestions = SecurityQuestions(
            database: platform.database, attempts: attempts, hasher: directory.hasher, audit: platform.audit, time: platform.time,
            random: platform.random)
        knownBrowsers = KnownBrowsers(sealer: platform.sealer, time: platform.time)
    }
}
