import Primitives

/// The event that a run waits for: a link that a user gets and opens, on whatever device.
struct Suspension: Sendable {
    /// The longest that a link may work: a week, in minutes.
    static let longest = 10_080

    /// The id in the link.
    let id: Secret
    /// The text for the user.
    let text: String
    /// The time for which the link works, in minutes; nil for the realm's time.
    let minutes: Int?
    /// Sends the link, once the run is kept for it; when it throws, the run is forgotten.
    let send: @Sendable () async throws -> Void
}
