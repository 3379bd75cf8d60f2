import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension ConsentCollector: JourneyNode {
    private static let path = "consentedMappings"

    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let mappings = turn.realm.settings[AccountSettings.self].consentMappings
        var given: [ConsentMapping] = []
        var isAnswered = true
        for mapping in mappings {
            let answer = turn.ask(question(mapping, turn))
            if answer == true { given.append(mapping) }
            if answer == false, isRequired { turn.complain(FailedPolicy(.accepted)) }
            isAnswered = isAnswered && answer != nil && (answer == true || !isRequired)
        }
        guard isAnswered else { return .waiting }
        if !mappings.isEmpty { try await keep(given, of: mappings, &turn) }
        return .outcome(Outcome.only)
    }

    private func question(_ mapping: ConsentMapping, _ turn: Turn) -> ConsentQuestion {
        ConsentQuestion(
            mapping.name, displayName: mapping.displayName, icon: mapping.icon ?? "", accessLevel: mapping.accessLevel ?? "",
            isRequired: isRequired, message: turn.text(message), fields: mapping.fields)
    }

    /// Keeps the consents for the account. Those that the user gave to others before stay; what was asked and not given is taken back.
    private func keep(_ given: [ConsentMapping], of asked: [ConsentMapping], _ turn: inout Turn) async throws {
        let date = JSONValue.string(turn.now.formatted(.iso8601))
        let before = try await turn.provenUser()?.attributes[Self.path]?.array ?? []
        let others = before.filter { old in !asked.contains { $0.name == old["mapping"]?.string } }
        let new = given.map { JSONValue.object(["mapping": .string($0.name), "consentDate": date]) }
        turn.state.attributes[Self.path] = .array(others + new)
    }
}
