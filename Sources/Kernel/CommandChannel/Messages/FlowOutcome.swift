import Primitives

/// The server's word about what a device sent.
public struct FlowOutcome: Sendable, Hashable {
    /// The kinds of outcome.
    public enum Status: UInt8, Sendable, CaseIterable {
        /// It was taken; for a request: the approval counts.
        case accepted = 1
        /// The rejection counts.
        case refused = 2
        /// The PIN was wrong; it may be tried again.
        case wrongPassword = 3
        /// The PIN was wrong, and no try is left; or the authenticator was locked before.
        case locked = 4
        /// The session is over.
        case expired = 5
        /// The session was approved before.
        case alreadyAccepted = 6
        /// The session was rejected before.
        case alreadyRefused = 7
        /// The server has no use for it, for a reason that the device can't mend.
        case failed = 8
    }

    /// The outcome.
    public let status: Status
    /// The number of tries that are left, after a wrong PIN.
    public let attemptsLeft: Int

    /// Makes an outcome.
    public init(_ status: Status, attemptsLeft: Int = 0) {
        self.status = status
        self.attemptsLeft = min(max(attemptsLeft, 0), 255)
    }

    /// The outcome as it travels.
    public var bytes: [UInt8] { [status.rawValue, UInt8(attemptsLeft)] }

    /// Reads an outcome.
    /// - Throws: ``CommandError/Code/malformed``.
    public init(bytes: [UInt8]) throws(CommandError) {
        guard bytes.count == 2, let status = Status.allCases.first(where: { $0.rawValue == bytes[0] }) else {
            throw CommandError(.malformed, "an outcome has two bytes")
        }
        self.init(status, attemptsLeft: Int(bytes[1]))
    }
}
