import Primitives

/// The report of what signing out achieved. On the device everything is gone, unless ``Step/cleanUp`` failed.
public struct SignOutReport: Sendable {
    /// A part of signing out.
    public enum Step: Sendable, Hashable {
        /// Removing tokens and session from the device.
        case cleanUp
        /// Revoking the tokens at the server.
        case revocation
        /// Ending the OpenID session at the server.
        case endSession
        /// Ending the session at the server.
        case logout
    }

    /// The steps that failed, and why.
    public private(set) var failures: [(step: Step, error: OIDCError)] = []
    private var ended: Set<Step> = []

    /// Whether nothing failed.
    public var isComplete: Bool { failures.isEmpty }

    /// Whether the server ended the session, by either of the two ways.
    public var isSessionEnded: Bool { !ended.isDisjoint(with: [.endSession, .logout]) }

    mutating func attempt(
        _ step: Step, isolation: isolated (any Actor)? = #isolation, _ work: () async throws(OIDCError) -> Void
    ) async {
        do {
            try await work()
            ended.insert(step)
        } catch {
            failures.append((step, error))
        }
    }
}
