import JourneyMessages
package import JourneyModel
import Primitives
import Sessions
import Translations

extension Turn {
    /// Whether the user's proof is young enough to change what they prove who they are by: given in this run, or in a session or by a cookie
    /// not long ago.
    package var isFresh: Bool { Freshness.isFresh(state.proof.since ?? now, in: realm, at: now) }

    /// Ends a run in which a user whose proof is old would change a factor.
    ///
    /// - Throws: ``JourneyRunError`` `.failed`; the audit log says why.
    package mutating func guardCredentials(of kind: NodeType) async throws {
        guard kind.changesCredentials, state.user != nil, !isFresh else { return }
        try await recordFailure("\(kind.name) takes a sign-in that isn't as old as the session's")
        throw JourneyRunError(.failed, message: state.failureMessage ?? text(Self.stale))
    }

    private static let stale = LocalizedText(\.signInAnew)
}
