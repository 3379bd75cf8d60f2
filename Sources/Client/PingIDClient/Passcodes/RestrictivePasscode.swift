import Primitives

/// A passcode, or the reason why there is none (`getNextRestrictiveOneTimePasscode:` in the documentation of the PingID SDK).
public struct RestrictivePasscode: Sendable, Equatable {
    /// The reason.
    public enum Status: Sendable, Equatable {
        /// There is a passcode.
        case ok
        /// The device is rooted, and the server doesn't allow that.
        case rooted
        /// The server must look at the device first, and can't be reached.
        case cannotCheckOffline
        /// There is none for another reason.
        case unsuccessful
    }

    /// Six digits; empty when there is none.
    public let code: String
    /// The reason.
    public let status: Status
    /// The error behind the reason; nil with a passcode.
    public let error: PingIDError?

    init(_ code: String) {
        self.code = code
        status = .ok
        error = nil
    }

    init(_ error: PingIDError) {
        code = ""
        status = error.isOffline ? .cannotCheckOffline : error.code == .rooted ? .rooted : .unsuccessful
        self.error = error
    }
}
