import Primitives

/// What a run waits for: a link that somebody gets and opens, on whatever device.
struct Suspension: Sendable {
    /// The longest that a link may work: a week, in minutes.
    static let longest = 10_080

    /// The id in the link.
    let id: Secret
    /// What the user is told.
    let text: String
    /// For how many minutes the link works; nil for the realm's time.
    let minutes: Int?
    /// Sends the link, once the run is kept for it; when it throws, the run is forgotten.
    let send: @Sendable () async throws -> Void
}
