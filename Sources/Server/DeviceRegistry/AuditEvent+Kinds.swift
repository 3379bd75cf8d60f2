package import Foundations

// Events of devices, their keys, and requests to them.
extension AuditEvent.Kind {
    /// A pairing key or ticket was made.
    package static let pairingKeyMade = Self("pairing_key.made")
    /// A pairing key was removed.
    package static let pairingKeyRemoved = Self("pairing_key.removed")
    /// A migration key was added to an older device.
    package static let migrationKeyAdded = Self("migration_key.added")
    /// A user's device was activated, renamed, unlocked or otherwise changed.
    package static let deviceChanged = Self("device.changed")
    /// A device was locked because pushes to it were denied or ignored.
    package static let deviceLocked = Self("device.locked")
    /// An installation sent its logs.
    package static let deviceLogsReceived = Self("device.logs_received")
    /// An installation changed its description of app or device, its push address, or whether it takes pushes.
    package static let installationChanged = Self("installation.changed")
    /// An installation offered keys that are to succeed its current ones.
    package static let installationKeysOffered = Self("installation.keys_offered")
    /// An installation's offered keys became its current ones.
    package static let installationKeysChanged = Self("installation.keys_changed")
    /// The integrity of an installation was checked.
    package static let integrityChecked = Self("integrity.checked")
    /// A challenge was approved, denied or failed.
    package static let challengeDecided = Self("challenge.decided")
    /// A journey collected a device's profile.
    package static let deviceProfileCollected = Self("device_profile.collected")
    /// A journey saved a device's profile for a user.
    package static let deviceProfileSaved = Self("device_profile.saved")
    /// A user's device profile was removed.
    package static let deviceProfileRemoved = Self("device_profile.removed")
}
