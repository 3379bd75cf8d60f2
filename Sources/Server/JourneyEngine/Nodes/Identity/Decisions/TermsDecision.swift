import Primitives
import Directory

/// Decides whether the user who has proved who they are has accepted the terms in force; yes when the realm has none.
struct TermsDecision: JourneyNode {
    static let type = NodeType(
        "TermsAndConditionsDecisionNode", alias: "termsDecision", title: "Terms and Conditions Decision",
        "Whether the user has accepted the terms in force.")
    static let settings = [NodeSetting<Self>.identity(\.identity)]

    var identity = "userName"
    let outcomes = [Outcome.yes, Outcome.no]

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        guard let terms = turn.realm.settings.terms else { return .outcome(Outcome.yes) }
        let accepted = user.attributes["termsAccepted"]?["termsVersion"]?.string
        return .outcome(accepted == terms.version ? Outcome.yes : Outcome.no)
    }
}
