import DeviceFoundation
import Foundation
import Primitives
import RiskSignals

extension Signals {
    private nonisolated var pauseKey: StoreKey { StoreKey("signals", configuration.issuer.description) }

    /// Pauses collecting and the network. The hashes of user and session and whether behaviour is paused are written to the store, and used by
    /// ``resume()``, also of a later process. Events that wait stay in memory.
    /// - Throws: ``SignalsError/Code/storage`` when the state can't be written; the pause has begun all the same.
    public func pause() async throws(SignalsError) {
        let saved = recorder.change { state -> JSONValue? in
            guard state.phase == .running else { return nil }
            state.phase = .paused
            return state.saved
        }
        guard let saved else { return }
        matchSources()
        let record = Secret(bytes: saved.encoded)
        try await translating(storage: try await device.store.set(record, for: pauseKey))
    }

    /// Continues after ``pause()``, of this process or an earlier one, whose record is removed. Without a pause, nothing happens.
    /// - Throws: ``SignalsError/Code/storage`` when the state can't be read; collecting continues all the same.
    public func resume() async throws(SignalsError) {
        let wasPaused = recorder.change { state in
            defer { if state.phase == .paused { state.phase = .running } }
            return state.phase == .paused
        }
        guard recorder.change({ $0.phase }) == .running else { return }
        defer {
            if wasPaused { record(.state(.resumed)) }
            matchSources()
        }
        let record = try await translating(storage: try await device.store.get(pauseKey))
        guard let saved = record?.withBytes({ try? JSONValue(parsing: $0) }) else { return }
        recorder.change { $0.restore(saved) }
        try await translating(storage: try await device.store.delete(pauseKey))
    }

    /// Stops collecting behaviour; all else continues.
    public nonisolated func pauseBehavior() { setBehaviorPaused(true, .behaviorPaused) }

    /// Collects behaviour again.
    public nonisolated func resumeBehavior() { setBehaviorPaused(false, .behaviorResumed) }

    private nonisolated func setBehaviorPaused(_ isPaused: Bool, _ change: StateChange) {
        let isNew = recorder.change { state in
            defer { state.isBehaviorPaused = isPaused }
            return state.isBehaviorPaused != isPaused && state.phase == .running
        }
        if isNew { record(.state(change)) }
        matchSources()
    }
}

extension SignalRecorder.State {
    fileprivate var saved: JSONValue {
        var object: JSONObject = ["behaviorPaused": .bool(isBehaviorPaused)]
        object["user"] = identity.user.map(JSONValue.string)
        object["session"] = identity.session.map(JSONValue.string)
        return .object(object)
    }

    /// Takes over what was saved; what the app said since counts more.
    fileprivate mutating func restore(_ saved: JSONValue) {
        identity.user = identity.user ?? saved["user"]?.string
        identity.session = identity.session ?? saved["session"]?.string
        isBehaviorPaused = isBehaviorPaused || saved["behaviorPaused"]?.bool ?? false
    }
}
