import Primitives
import Directory

/// Decides whether this is a user's n-th login, or each n-th, as `incrementLoginCount` counts them.
struct LoginCountDecision: JourneyNode {
    static let type = NodeType(
        "LoginCountDecisionNode", alias: "loginCountDecision", title: "Login Count Decision",
        "Whether this is the user's n-th login, or each n-th.")
    static let settings = [
        NodeSetting<Self>("interval", \.interval, "AT the login of that number, or at EVERY so many logins."),
        NodeSetting<Self>("amount", \.amount, in: 1...1_000_000, "The number of logins."),
    ]

    enum Interval: String, SettingValue, CaseIterable { case at = "AT", every = "EVERY" }

    var interval = Interval.at
    var amount = 25
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        let isIt =
            switch interval {
            case .at: user.loginCount == amount
            case .every: user.loginCount > 0 && user.loginCount.isMultiple(of: amount)
            }
        return .outcome(isIt ? Outcome.yes : Outcome.no)
    }
}
