import Primitives

/// The user's part in each use of a key. It is fixed when the key is made.
public enum KeyAccess: UInt8, Sendable, Hashable, CaseIterable {
    /// The key is used without asking, once the device was unlocked after it was switched on.
    case afterFirstUnlock = 0
    /// The user shows face or finger, or enters the device's passcode.
    case userPresence = 1
    /// The user shows face or finger, of those that were enrolled when the key was made: with another one enrolled, or one removed, the key
    /// is gone.
    case enrolledBiometrics = 2
}
