package import Foundations

// Events of accounts, their owners' factors, and the realms and populations that they belong to.
extension AuditEvent.Kind {
    package static let loginSucceeded = Self("login.succeeded")
    package static let loginFailed = Self("login.failed")
    package static let accountLocked = Self("account.locked")
    package static let accountUnlocked = Self("account.unlocked")
    package static let passwordChanged = Self("password.changed")
    package static let sessionEnded = Self("session.ended")
    package static let deviceAdded = Self("device.added")
    package static let devicePaired = Self("device.paired")
    package static let deviceRemoved = Self("device.removed")
    package static let userChanged = Self("user.changed")
    package static let clientChanged = Self("client.changed")
    package static let populationChanged = Self("population.changed")
    package static let realmChanged = Self("realm.changed")
    package static let mfaConfigurationChanged = Self("mfa.changed")
    package static let keyRotated = Self("key.rotated")
}
