import DeviceMessages
import Primitives
import Synchronization

/// The messages that are being sent, so that of two of one id only the later is tried again.
final class PushTurns: Sendable {
    /// One message's turn.
    struct Ticket: Sendable {
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

    func begin(_ message: PushMessage, to address: PushAddress, of installation: String) -> Ticket {
        let key = Key(address: address, installation: installation, collapseID: message.collapseID)
        return state.withLock { state in
            state.last += 1
            state.current[key] = state.last
            return Ticket(key: key, number: state.last)
        }
    }

    func isCurrent(_ ticket: Ticket) -> Bool { state.withLock { $0.current[ticket.key] == ticket.number } }

    func end(_ ticket: Ticket) {
        state.withLock { if $0.current[ticket.key] == ticket.number { $0.current[ticket.key] = nil } }
    }
}
