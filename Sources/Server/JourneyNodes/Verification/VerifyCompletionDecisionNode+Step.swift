import Directory
package import JourneyEngine
import JourneyModel
import Primitives
import VerificationMessages
import Verifications

extension VerifyCompletionDecisionNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self).id
        turn.state.shared[VerifyState.user] = .string(user.text)
        let all = try await turn.domain.verifications.transactions(of: user, at: try turn.verificationSite())
        guard let last = all.first(where: { $0.status != .deleted }) else { return .outcome(Self.notStarted) }
        if last.status.isApproved { return .outcome(Self.success) }
        if last.isTimedOut { return fail("the last verification wasn't completed in time", Self.expired, &turn) }
        if last.status.isFinal, !last.takesData { return fail("the last verification has failed", Self.failure, &turn) }
        turn.keep(last)
        return .outcome(Self.notCompleted)
    }

    private func fail(_ reason: String, _ outcome: String, _ turn: inout Turn) -> NodeResult {
        if keepsFailure { turn.state.shared[VerifyState.completionFailure] = .string(reason) }
        return .outcome(outcome)
    }
}
