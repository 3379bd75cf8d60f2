import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension AcceptTerms: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        guard let terms = turn.realm.settings[AccountSettings.self].terms else { return .outcome(Outcome.only) }
        let question = TermsQuestion(
            version: terms.version, terms: terms.text(in: turn.client.languages), created: terms.created)
        guard turn.ask(question) == true else {
            turn.complain(FailedPolicy(.accepted))
            return .waiting
        }
        turn.state.shared["termsVersion"] = .string(terms.version)
        turn.state.shared["termsAccepted"] = [
            "acceptDate": .string(turn.now.formatted(.iso8601)), "termsVersion": .string(terms.version),
        ]
        return .outcome(Outcome.only)
    }
}
