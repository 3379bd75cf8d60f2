import Primitives

/// Decides whether the user who has proved who they are has accepted the terms in force; yes when the realm has none.
package struct TermsDecision: ActsForProvenUser {
    package static let type = NodeType(
        "TermsAndConditionsDecisionNode", alias: "termsDecision", title: "Terms and Conditions Decision",
        "Whether the user has accepted the terms in force.")
    package static let settings = [NodeSetting<Self>.identity(\.identity)]

    package var identity = "userName"
    package let outcomes = [Outcome.yes, Outcome.no]

    package init() {}
}
