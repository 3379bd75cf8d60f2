/// The kind of a flow that a command belongs to.
public enum CommandKind: UInt8, Sendable, CaseIterable {
    /// The first trip of an activation: the password's exchange.
    case activationStart = 0x01
    /// The second trip: the device shows that it has the password, and learns the policy.
    case activationEvidence = 0x02
    /// The third trip: the device's keys.
    case activationDevice = 0x03
    /// The fourth trip: the first codes of both instances.
    case activationConfirmation = 0x04
    /// The address for notifications.
    case notificationRegistration = 0x10
    /// A request of the server to sign in, its answer and outcome.
    case remoteAuthentication = 0x20
    /// The commands that wait for this device.
    case pendingRequests = 0x28
    /// A request of the server to sign, its answer and outcome.
    case remoteTransaction = 0x30
    /// A new PIN.
    case passwordChange = 0x40
    /// The device's description of itself.
    case deviceData = 0x50
    /// The server's refusal of a command.
    case error = 0x7f

    /// Whether the flow is one of the four trips of an activation.
    public var isActivation: Bool { rawValue <= Self.activationConfirmation.rawValue }
}
