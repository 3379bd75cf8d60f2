import JourneyMessages

/// Wait, then send the node as it is.
public final class PollingWaitCallback: Callback {
    /// How long to wait, in milliseconds.
    public let waitTime: Int
    /// What to show meanwhile.
    public let message: String

    init(_ wire: JourneyMessages.Callback, _ wait: PollingWait) {
        waitTime = wait.milliseconds
        self.message = wait.message
        super.init(wire)
    }
}
