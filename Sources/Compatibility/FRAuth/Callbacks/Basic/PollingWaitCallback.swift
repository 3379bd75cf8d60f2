import JourneyMessages

/// Wait, then send the node as it is.
public final class PollingWaitCallback: Callback {
    private var wait: PollingWait? { if case .pollingWait(let wait) = wire.kind { wait } else { nil } }

    /// The time to wait, in milliseconds.
    public var waitTime: Int { wait?.milliseconds ?? 0 }
    /// The text to show meanwhile.
    public var message: String { wait?.message ?? "" }
    /// The callback's number in its page, from 0; nil elsewhere.
    public var _id: Int? { wire.pageIndex }
}
