#if canImport(Security)
import Security
#endif

/// The times at which an item of the keychain can be read. An encrypted file, which stands for the keychain on Linux, can be read at any.
public enum KeychainAccessibility: String, Sendable, CaseIterable {
    /// Once the device was unlocked after it was switched on; the item moves to a new device with a backup.
    case afterFirstUnlock
    /// The same, on this device only.
    case afterFirstUnlockThisDeviceOnly
    /// While the device is unlocked.
    case whenUnlocked
    /// The same, on this device only.
    case whenUnlockedThisDeviceOnly
    /// While the device is unlocked, and only where it has a passcode; on this device only.
    case whenPasscodeSetThisDeviceOnly
    /// The same as ``afterFirstUnlockThisDeviceOnly``: systems no longer keep what can be read at any time.
    case alwaysThisDeviceOnly

    #if canImport(Security)
    /// The same times on this device only, for what never leaves it.
    var onThisDevice: Self {
        switch self {
        case .afterFirstUnlock: .afterFirstUnlockThisDeviceOnly
        case .whenUnlocked: .whenUnlockedThisDeviceOnly
        default: self
        }
    }

    /// The value of `kSecAttrAccessible`.
    var attribute: CFString {
        switch self {
        case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
        case .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
        case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
    }
    #endif
}
