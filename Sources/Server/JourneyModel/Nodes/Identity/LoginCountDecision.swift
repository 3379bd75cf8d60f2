import Primitives

/// Decides whether this is a user's n-th login, or each n-th, as `incrementLoginCount` counts them.
package struct LoginCountDecision: ActsForProvenUser {
    package static let type = NodeType(
        "LoginCountDecisionNode", alias: "loginCountDecision", title: "Login Count Decision",
        "Whether this is the user's n-th login, or each n-th.")
    package static let settings = [
        NodeSetting<Self>("interval", \.interval, "AT the login of that number, or at EVERY so many logins."),
        NodeSetting<Self>("amount", \.amount, in: 1...1_000_000, "The number of logins."),
    ]

    /// The logins that are met: the n-th, or every n-th.
    package enum Interval: String, SettingValue, CaseIterable { case at = "AT", every = "EVERY" }

    package var interval = Interval.at
    package var amount = 25
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
