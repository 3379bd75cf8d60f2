import Foundation
import JourneyMessages
import Primitives
import Directory

/// Shows the realm's terms until they are accepted; passes when the realm has none.
struct AcceptTerms: JourneyNode {
    static let type = NodeType(
        "AcceptTermsAndConditionsNode", alias: "acceptTerms", title: "Accept Terms and Conditions",
        "Shows the realm's terms until they are accepted.", interaction: .always, standsOnPage: true)
    static let state = StateUse(writes: ["termsVersion", "termsAccepted"])

    var callbacks: [CallbackType] { [.termsAndConditions] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let terms = turn.realm.settings.terms else { return .outcome(Outcome.only) }
        let question = TermsQuestion(
            version: terms.version, terms: terms.text(in: turn.client.languages), created: terms.created)
        guard turn.ask(question) == true else { return .waiting }
        turn.state.shared["termsVersion"] = .string(terms.version)
        turn.state.shared["termsAccepted"] = [
            "acceptDate": .string(turn.now.formatted(.iso8601)), "termsVersion": .string(terms.version),
        ]
        return .outcome(Outcome.only)
    }
}
