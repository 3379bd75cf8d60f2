import Primitives
import DeviceRegistry

/// Keeps a key that was bound earlier in the journey.
struct DeviceBindingStorageNode: JourneyNode {
    /// The key under which the binding leaves it.
    static let device = "DeviceBinding.DEVICE"

    static let type = NodeType(
        "DeviceBindingStorageNode", alias: "deviceBindingStorage", title: "Device Binding Storage",
        "Keeps a bound key whose storage was postponed.", secrets: [device], changesCredentials: true)
    static let state = StateUse(reads: ["username", device])

    var outcomes: [String] { [Outcome.yes, Outcome.no] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let user = try await turn.requireUser(Self.type)
        guard let kept = turn.state.secrets.removeValue(forKey: Self.device), let new = NewBoundKey(json: TransientValue.json(kept)) else {
            try await turn.recordFailure("device binding storage: no key was bound in this journey")
            return .outcome(Outcome.no)
        }
        guard try await new.keep(for: user, most: 0, &turn) == .kept else { return .outcome(Outcome.no) }
        turn.passed("Binding")
        return .outcome(Outcome.yes)
    }
}
