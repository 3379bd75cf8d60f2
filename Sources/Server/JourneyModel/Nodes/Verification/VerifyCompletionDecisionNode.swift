import Primitives

/// Says how the user's last verification stands, by AM's name and outcomes.
package struct VerifyCompletionDecisionNode: ActsForProvenUser {
    package static let type = NodeType(
        "PingOneVerifyCompletionDecisionNode", alias: "verifyCompletionDecision", title: "PingOne Verify Completion Decision",
        "Says how the user's last verification stands.")
    package static let settings = [
        NodeSetting<Self>("tntpPingOneConfigName", \.service, "The platform's configuration in AM.").inert(VerifyState.ownService),
        NodeSetting<Self>("useFilterScript", \.usesScript, "Whether a script decides: false."),
        NodeSetting<Self>("captureFailure", \.keepsFailure, "Whether the reason of a failure is kept in the state."),
    ]
    package static let state = StateUse(
        reads: ["username"], writes: [VerifyState.user] + VerifyState.ids + [VerifyState.completionFailure])

    /// The outcomes of a verification that has ended, by AM's names.
    package static let (success, failure, expired) = ("successOutcome", "failureOutcome", "expiredOutcome")
    /// The outcomes of a verification that hasn't, by AM's names.
    package static let (notStarted, notCompleted) = ("notStartedOutcome", "notCompletedOutcome")

    package var service = ""
    package var usesScript = false
    package var keepsFailure = false

    package let outcomes = [success, notStarted, notCompleted, failure, expired]

    package init() {}

    package var objections: [SettingObjection] {
        guard usesScript else { return [] }
        return [SettingObjection("useFilterScript", "scripts have no verifyTransactionsHelper here; the last verification decides")]
    }
}
