import DeviceMessages
import Primitives
import Synchronization

/// The messages that are being sent, so that of two of one id only the later is tried again.
final class PushTurns: Sendable {
    /// One message's turn.
    struct Turn: Sendable {
        fileprivate let key: Key
        fileprivate let number: UInt64
    }

    fileprivate struct Key: Hashable {
        let address: PushAddress
        let installation: String
        let collapseID: String
    }

    private struct State {
        var last: UInt64 = 0
        var current: [Key: UInt64] = [:]
    }

    private let state = Mutex(State())

    func begin(_ message: PushMessage, to address: PushAddress, of installation: String) -> Turn {
        let key = Key(address: address, installation: installation, collapseID: message.collapseID)
        return state.withLock { state in
            state.last += 1
            state.current[key] = state.last
            return Turn(key: key, number: state.last)
        }
    }

    func isCurrent(_ turn: Turn) -> Bool { state.withLock { $0.current[turn.key] == turn.number } }

    func end(_ turn: Turn) {
        state.withLock { if $0.current[turn.key] == turn.number { $0.current[turn.key] = nil } }
    }
}
