import Directory
import Foundation
package import JourneyEngine
import JourneyMessages
import JourneyModel
import Primitives

extension ProtectInitializeNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let refusal = turn.ask(turn.question(of: self))
        // A client that has nothing to say answers nothing.
        guard turn.wasSubmitted else { return .waiting }
        return .outcome(refusal == nil ? Outcome.yes : Outcome.no)
    }
}

extension MarketplaceProtectInitialize: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(turn.question(of: protect).metadata)
        let refusal = turn.ask(HiddenValue(id: HiddenValue.clientError, value: ""))
        guard turn.wasSubmitted else { return .waiting }
        return .outcome(refusal == nil ? Self.next : Self.error)
    }
}

extension Turn {
    fileprivate func question(of node: ProtectInitializeNode) -> ProtectInitialization {
        node.question(environment: realm.id.text, origin: client.origin ?? "")
    }
}
