import Primitives

/// Decides whether the browser has a persistent cookie; its user is then the run's, though by a weaker proof than a password, and gets it
/// again.
package struct PersistentCookieDecision: ProvesUser, PersistentCookieNode {
    package static let type = NodeType(
        "PersistentCookieDecisionNode", alias: "persistentCookieDecision", title: "Persistent Cookie Decision",
        "Whether the browser has a persistent cookie of a user.")
    package static let settings =
        NodeSetting<Self>.persistentCookie + [
            NodeSetting<Self>("enforceClientIp", \.enforcesAddress, "Whether it counts only from the address that it was given to.")
        ]
    package static let state = StateUse(writes: ["username", "universalId"])

    /// The cookie that is read, and set again.
    package var cookie = PersistentCookieSettings()
    package var enforcesAddress = false
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}

    package var objections: [SettingObjection] { cookie.objections }
}
