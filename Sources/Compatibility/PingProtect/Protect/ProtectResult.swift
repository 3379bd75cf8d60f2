/// The result of a call of the module's callbacks.
public enum ProtectResult: Sendable {
    /// It was done.
    case success
    /// It wasn't, for this reason.
    case failure(any Error)
}

/// Takes the result of a call of the module's callbacks.
public typealias ProtectResultCallback = (ProtectResult) -> Void
