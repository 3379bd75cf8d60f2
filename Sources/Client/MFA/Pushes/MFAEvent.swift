public import DeviceMessages

/// The meaning of a push.
public enum MFAEvent: Sendable {
    /// A request for approval.
    case request(MFARequest)
    /// A request was taken back.
    case cancelled(challenge: String)
    /// A silent push was answered; the user needs to do nothing.
    case acknowledged(challenge: String)
    /// A push that was asked for as a test has arrived.
    case test(challenge: String)
    /// A sender's message to a subscription.
    case message(subscription: String, content: [UInt8])
    /// The connection to a server's push service is open.
    case connected(DeviceIssuer)
    /// It isn't, and will be tried again.
    case disconnected(DeviceIssuer, MFAError)
}
