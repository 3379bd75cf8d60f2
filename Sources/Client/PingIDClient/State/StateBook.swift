import DeviceFoundation
import Primitives

/// The installation's record in the store. Every change is one write, so that a crash leaves the former state or the new one.
struct StateBook: Sendable {
    private static let key = StoreKey("pingid", "state")

    private let store: any SecureStore
    private let gate = SerialGate()

    init(_ store: any SecureStore) { self.store = store }

    func state() async throws(PingIDError) -> InstallationState? {
        let stored = try await translating(storage: try await store.get(Self.key))
        return try stored.map(Self.read)
    }

    /// The state, made by `make` from the former one when that doesn't serve.
    func state(
        orMake make: @Sendable (InstallationState?) async throws(PingIDError) -> InstallationState
    ) async throws(PingIDError) -> InstallationState {
        try await gate.run { () async throws(PingIDError) -> InstallationState in
            let known = try await state()
            let made = try await make(known)
            if made != known { try await write(made) }
            return made
        }
    }

    /// Changes the state, if there is one, and gives it as it was and as it is then. An edit that throws changes nothing.
    @discardableResult
    func update(
        _ edit: @Sendable (inout InstallationState) throws(PingIDError) -> Void
    ) async throws(PingIDError) -> (before: InstallationState, after: InstallationState)? {
        try await gate.run { () async throws(PingIDError) -> (before: InstallationState, after: InstallationState)? in
            guard let before = try await state() else { return nil }
            var after = before
            try edit(&after)
            if after != before { try await write(after) }
            return (before, after)
        }
    }

    func remove() async throws(PingIDError) {
        try await gate.run { () async throws(PingIDError) in
            try await translating(storage: try await store.delete(Self.key))
        }
    }

    private func write(_ state: InstallationState) async throws(PingIDError) {
        let record = Secret(bytes: state.json.encoded)
        try await translating(storage: try await store.set(record, for: Self.key))
    }

    private static func read(_ secret: Secret) throws(PingIDError) -> InstallationState {
        guard let json = secret.withBytes({ try? JSONValue(parsing: $0) }) else {
            throw PingIDError(.storage, "the stored installation can't be read")
        }
        return try InstallationState(json: json)
    }
}
