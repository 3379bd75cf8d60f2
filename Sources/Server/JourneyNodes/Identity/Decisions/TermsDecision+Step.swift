import Directory
package import JourneyEngine
import JourneyModel
import Primitives

extension TermsDecision: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard let terms = turn.realm.settings[AccountSettings.self].terms else { return .outcome(Outcome.yes) }
        let accepted = user.attributes["termsAccepted"]?["termsVersion"]?.string
        return .outcome(accepted == terms.version ? Outcome.yes : Outcome.no)
    }
}
