package import JourneyEngine
import JourneyModel
import Primitives

extension Page: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let secrets = turn.state.secrets
        var result = NodeResult.outcome(Outcome.only)
        var isAnswered = true
        for (index, child) in children.enumerated() {
            let part = try await turn.part("\(index)") { turn in
                try await turn.guardCredentials(of: child.kind)
                let count = turn.complaintCount
                let part = try await child.node.run(&turn)
                turn.settle(child.kind, part, since: count)
                return part
            }
            guard part != .suspended else { throw JourneyRunError.fault("a node on the page \(turn.place) can't wait for a link") }
            isAnswered = isAnswered && part != .waiting
            if index == deciding { result = part }
        }
        if isAnswered || settles(result) { return result }
        turn.state.secrets = secrets
        turn.present(stage: stage, header: header, description: description)
        return .waiting
    }

    private func settles(_ result: NodeResult) -> Bool {
        guard case .outcome(let outcome) = result, children.indices.contains(deciding) else { return false }
        return children[deciding].node.settlesPage(outcome)
    }
}
