import DeviceRegistry
package import JourneyEngine
import JourneyModel
import Primitives

extension DeviceBindingStorageNode: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.self)
        guard let kept = turn.state.secrets.removeValue(forKey: Self.device), let new = NewBoundKey(json: TransientValue.json(kept)) else {
            try await turn.recordFailure("device binding storage: no key was bound in this journey")
            return .outcome(Outcome.no)
        }
        guard try await new.keep(for: user, most: 0, &turn) == .kept else { return .outcome(Outcome.no) }
        turn.passed("Binding")
        return .outcome(Outcome.yes)
    }
}
