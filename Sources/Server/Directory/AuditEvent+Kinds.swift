package import Foundations

// Events of accounts, their owners' factors, and the realms and populations that they belong to.
extension AuditEvent.Kind {
    /// A journey signed a user in.
    package static let loginSucceeded = Self("login.succeeded")
    /// A login failed.
    package static let loginFailed = Self("login.failed")
    /// A user's account was locked.
    package static let accountLocked = Self("account.locked")
    /// A user's account was unlocked.
    package static let accountUnlocked = Self("account.unlocked")
    /// A user's password was changed.
    package static let passwordChanged = Self("password.changed")
    /// A session ended.
    package static let sessionEnded = Self("session.ended")
    /// A user's authenticator account, passkey or other device was added.
    package static let deviceAdded = Self("device.added")
    /// A device was paired with a user.
    package static let devicePaired = Self("device.paired")
    /// A user's device was removed.
    package static let deviceRemoved = Self("device.removed")
    /// A user was made, changed or removed.
    package static let userChanged = Self("user.changed")
    /// An application was made, changed or removed.
    package static let clientChanged = Self("client.changed")
    /// A population was made, changed or removed.
    package static let populationChanged = Self("population.changed")
    /// A realm was made, changed or removed, or a part of its configuration: settings, secrets, mail server, gateway, schema or trust
    /// stores.
    package static let realmChanged = Self("realm.changed")
    /// The MFA settings, policies or texts of a realm were changed.
    package static let mfaConfigurationChanged = Self("mfa.changed")
    /// A realm's key was rotated.
    package static let keyRotated = Self("key.rotated")
}
