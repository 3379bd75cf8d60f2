import Primitives

/// The result of signing with a bound key.
public enum DeviceSigningResult: Sendable, Equatable {
    /// The challenge is signed.
    case success
    /// It wasn't, for this reason.
    case failure(DeviceBindingStatus)
}

/// Takes the result of signing with a bound key.
public typealias DeviceSigningResultCallback = (DeviceSigningResult) -> Void
