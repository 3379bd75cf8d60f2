package import CommandChannel
package import Orchestration
package import Primitives
import Synchronization

/// A user who enters what a script says, and remembers what was asked.
package final class ScriptedUser: UserPrompts {
    package struct State: Sendable {
        /// The PINs in the order in which they are entered; after the last one, the user turns away.
        package var pins: [String] = []
        /// The decision on whatever is shown; nil for a user who turns away.
        package var decision: Decision? = .approve
        package var prompts: [PINPrompt] = []
        package var shown: [ShownRequest] = []
    }

    private let state: Mutex<State>

    package init(pins: [String] = [], decision: Decision? = .approve) { state = Mutex(State(pins: pins, decision: decision)) }

    package var now: State { state.withLock { $0 } }
    package func enters(_ pins: String..., decision: Decision? = .approve) {
        state.withLock { ($0.pins, $0.decision) = (pins, decision) }
    }

    package func pin(_ prompt: PINPrompt) async -> Secret? {
        state.withLock { state in
            state.prompts.append(prompt)
            return state.pins.isEmpty ? nil : Secret(state.pins.removeFirst())
        }
    }

    package func decision(on request: ShownRequest) async -> Decision? {
        state.withLock { state in
            state.shown.append(request)
            return state.decision
        }
    }
}
