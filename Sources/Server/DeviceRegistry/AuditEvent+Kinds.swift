package import Foundations

// Events of devices, their keys, and requests to them.
extension AuditEvent.Kind {
    package static let pairingKeyMade = Self("pairing_key.made")
    package static let pairingKeyRemoved = Self("pairing_key.removed")
    package static let migrationKeyAdded = Self("migration_key.added")
    package static let deviceChanged = Self("device.changed")
    package static let deviceLocked = Self("device.locked")
    package static let deviceLogsReceived = Self("device.logs_received")
    package static let installationChanged = Self("installation.changed")
    package static let installationKeysOffered = Self("installation.keys_offered")
    package static let installationKeysChanged = Self("installation.keys_changed")
    package static let integrityChecked = Self("integrity.checked")
    package static let challengeDecided = Self("challenge.decided")
    package static let deviceProfileCollected = Self("device_profile.collected")
    package static let deviceProfileSaved = Self("device_profile.saved")
    package static let deviceProfileRemoved = Self("device_profile.removed")
}
