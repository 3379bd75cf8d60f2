import Primitives

/// The failures to open the encrypted storage, by Android's names.
public enum EncryptedStorageInitializationError: String, Error, Sendable, CaseIterable {
    /// The user wasn't recognised, or turned away.
    case AuthenticationFailedError
    /// The device has neither biometrics nor a passcode.
    case RequiredAuthenticationNotAvailableError
    /// The storage can't be read or made.
    case StorageError
}
