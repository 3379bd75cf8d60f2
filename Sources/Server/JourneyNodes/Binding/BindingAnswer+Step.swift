import Foundation
import Foundations
import JourneyEngine
import JourneyModel
import Primitives

extension BindingAnswer {
    static let challengeLength = 32

    /// A challenge as devices get it, in standard Base64.
    static func challenge(_ turn: Turn) -> String { Data(turn.domain.platform.random.bytes(challengeLength)).base64EncodedString() }

    /// The outcome of what a device says went wrong: the text itself, where the node has it.
    ///
    /// - Throws: ``JourneyRunError`` `.failed` for another text: AM ends the journey (`docs/protocols/journey-nodes.md` 2.7).
    static func outcome(ofError text: String, among outcomes: [String], _ turn: inout Turn) async throws -> NodeResult {
        try await turn.recordFailure("the device says \(text.prefix(64))")
        guard outcomes.contains(text) else {
            throw JourneyRunError(.failed, message: turn.state.failureMessage)
        }
        return .outcome(text)
    }
}
