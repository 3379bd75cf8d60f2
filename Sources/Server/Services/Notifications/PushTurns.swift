import Synchronization

/// Which messages are being sent, so that of two of one id only the later is tried again.
final class PushTurns: Sendable {
    /// One message's turn.
    struct Turn: Sendable {
        fileprivate let key: String
        fileprivate let number: UInt64
    }

    private struct State {
        var last: UInt64 = 0
        var current: [String: UInt64] = [:]
    }

    private let state = Mutex(State())

    func begin(_ message: PushMessage, to address: PushAddress) -> Turn {
        let key = "\(address.kind.rawValue) \(address.name) \(message.collapseID)"
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

extension PushAddress {
    /// What tells it from others of its kind.
    fileprivate var name: String {
        switch self {
        case .apns(let token, _), .fcm(let token), .hms(let token): token
        case .webPush(let endpoint, _): endpoint
        case .builtIn(let installation): installation
        }
    }
}
