package import Primitives

/// The event that a run waits for: a link that a user gets and opens, on whatever device.
package struct Suspension: Sendable {
    /// The id in the link.
    package let id: Secret
    /// The text for the user.
    package let text: String
    /// The time for which the link works, in minutes; nil for the realm's time.
    package let minutes: Int?
    /// Sends the link, once the run is kept for it; when it throws, the run is forgotten.
    package let send: @Sendable () async throws -> Void

    package init(id: Secret, text: String, minutes: Int?, send: @escaping @Sendable () async throws -> Void) {
        self.id = id
        self.text = text
        self.minutes = minutes
        self.send = send
    }
}
