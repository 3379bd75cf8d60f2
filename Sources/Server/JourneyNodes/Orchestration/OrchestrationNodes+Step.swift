import CommandChannel
import Directory
package import JourneyEngine
import JourneyModel
import Primitives

extension OrchestrationAuthenticationNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        try await step(&turn) { username, turn in
            let lines = [title, subject].map { turn.text($0).replacing("{{user}}", with: username) }.filter { !$0.isEmpty }
            return OrchestrationQuestion(
                kind: .remoteAuthentication, display: try Self.display(lines.map { DisplayData.Pair("", $0) }))
        }
    }
}

extension OrchestrationTransactionNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        try await step(&turn) { username, turn in
            let pairs = try lines.map { line in
                guard let value = line.key == "username" ? username : turn.state.shared[line.key]?.shown else {
                    throw JourneyRunError.fault("\(Self.type.name): the state has no text or number \(line.key) to be signed")
                }
                return DisplayData.Pair(line.name, value)
            }
            return OrchestrationQuestion(kind: .remoteTransaction, display: try Self.display(pairs))
        }
    }
}

extension AsksByOrchestration {
    /// Lines for the app. A text that can't be shown as it is isn't signed.
    fileprivate static func display(_ pairs: [DisplayData.Pair]) throws -> DisplayData {
        do throws(CommandError) { return try DisplayData(pairs) } catch {
            throw JourneyRunError.fault("\(type.name): \(error.reason)", .failed)
        }
    }
}

extension JSONValue {
    /// The value as a user reads it; nil for one that is no text, number or truth value.
    fileprivate var shown: String? {
        string ?? integer.map(String.init) ?? number.map { "\($0)" } ?? bool.map { $0 ? "true" : "false" }
    }
}
