extension AuditEvent.Kind {
    package static let loginSucceeded = Self("login.succeeded")
    package static let loginFailed = Self("login.failed")
    package static let accountLocked = Self("account.locked")
    package static let accountUnlocked = Self("account.unlocked")
    package static let passwordChanged = Self("password.changed")

    package static let sessionCreated = Self("session.created")
    package static let sessionUpgraded = Self("session.upgraded")
    package static let sessionEnded = Self("session.ended")

    package static let codeIssued = Self("code.issued")
    package static let codeReplayed = Self("code.replayed")
    package static let tokenIssued = Self("token.issued")
    package static let tokenRefreshed = Self("token.refreshed")
    package static let tokenRevoked = Self("token.revoked")
    package static let refreshReplayed = Self("refresh.replayed")
    package static let clientRefused = Self("client.refused")

    package static let realmChanged = Self("realm.changed")
    package static let userChanged = Self("user.changed")
    package static let clientChanged = Self("client.changed")
    package static let journeyChanged = Self("journey.changed")
    package static let scriptChanged = Self("script.changed")
    package static let scriptDecided = Self("script.decided")
    package static let scriptFailed = Self("script.failed")
    package static let keyRotated = Self("key.rotated")
}
