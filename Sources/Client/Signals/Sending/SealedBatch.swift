/// A payload that was sealed, and waits for the network.
struct SealedBatch: Sendable {
    let text: String
    /// The number of its events, to be counted when it is dropped.
    let events: Int
}
