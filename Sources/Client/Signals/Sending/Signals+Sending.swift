import DeviceFoundation
import Foundation
import JOSE
import Primitives
import RiskSignals

extension Signals {
    /// Sends what waits, now. Usually this happens by itself.
    /// - Throws: ``SignalsError``; what could not be sent waits on, within the bounds.
    public func flush() async throws(SignalsError) {
        guard isRunning else { throw Self.notRunning }
        gather()
        try await gate.run { () async throws(SignalsError) in try await self.sendAll() }
    }

    func flushQuietly() async {
        defer { recorder.change { $0.isFlushing = false } }
        do { try await flush() } catch {
            device.log(.warning, "signals could not be sent: \(error.code)")
            let next = recorder.now + configuration.flushAge * 1000
            recorder.change { $0.nextAttempt = next }
        }
    }

    /// Makes the sealed payload of what was collected since the last one, for the app to hand to its back end or into a journey.
    /// - Throws: ``SignalsError``; what was collected waits on.
    public func data() async throws(SignalsError) -> String {
        guard isRunning else { throw Self.notRunning }
        return try await gate.run { () async throws(SignalsError) -> String in
            try await self.prepare()
            self.gather()
            let identity = self.recorder.change { $0.identity }
            let taken = self.recorder.change { $0.buffer.take() } ?? SignalBuffer.Taken(of: identity)
            return try await self.seal(taken).text
        }
    }

    /// Sees to it that the environment's key is known; a token that can't be renewed now is no obstacle.
    private func prepare() async throws(SignalsError) {
        do { try await register() } catch  where error.isTemporary && sealingKey != nil {
            device.log(.warning, "the token of signals could not be renewed: \(error.code)")
        }
    }

    /// Sends the queue, then what the buffer holds, batch by batch. A batch that can't be sent now is sealed, and waits in the queue.
    private func sendAll() async throws(SignalsError) {
        do {
            try await register()
            while isRunning, let batch = try await nextBatch() { try await sendOrDrop(batch) }
        } catch {
            if error.isTemporary { try await sealAll() }
            throw error
        }
    }

    /// The first batch of the queue, sealed now when it is empty; nil when nothing waits.
    private func nextBatch() async throws(SignalsError) -> SealedBatch? {
        if queue.isEmpty { try await sealNext() }
        return queue.first
    }

    private func sendOrDrop(_ batch: SealedBatch) async throws(SignalsError) {
        do { try await send(batch) } catch {
            guard !error.isTemporary else { throw error }
            recorder.change { $0.drop(.refused, batch.events) }
            device.log(.warning, "the server refused a batch of signals: \(error.refusal?.code.rawValue ?? "no reason")")
        }
        if !queue.isEmpty { queue.removeFirst() }
    }

    /// Sends a batch; with an expired or unknown token, once more with a new one.
    private func send(_ batch: SealedBatch) async throws(SignalsError) {
        do { try await post(batch) } catch {
            guard [.expired, .unknownInstance].contains(error.refusal?.code) else { throw error }
            try await register(again: true)
            try await post(batch)
        }
    }

    private func post(_ batch: SealedBatch) async throws(SignalsError) {
        let token = recorder.change { $0.token?.value }
        _ = try await call(.batches, Array(batch.text.utf8), type: "application/jose", token: token)
    }

    /// Seals what is in the buffer, within the bound of the queue.
    private func sealAll() async throws(SignalsError) {
        while try await sealNext() {
            guard queue.count > configuration.queueLimit else { continue }
            let lost = queue.removeFirst()
            recorder.change { $0.drop(.offline, lost.events) }
        }
    }

    /// Seals the first batch in the buffer, once the environment's key is known; false when there is none.
    @discardableResult
    private func sealNext() async throws(SignalsError) -> Bool {
        guard sealingKey != nil, let taken = recorder.change({ $0.buffer.take() }) else { return false }
        queue.append(try await seal(taken))
        return true
    }

    /// Seals events; they wait on when that fails.
    private func seal(_ taken: SignalBuffer.Taken) async throws(SignalsError) -> SealedBatch {
        do { return try await sealed(taken) } catch {
            recorder.change { state in
                let lost = state.buffer.putBack(taken)
                if lost > 0 { state.drop(.full, lost) }
            }
            throw error
        }
    }

    private func sealed(_ taken: SignalBuffer.Taken) async throws(SignalsError) -> SealedBatch {
        guard let sealingKey else { throw SignalsError(.connectivity, "the environment's key isn't known yet") }
        await collect()
        let key = try await instanceKey()
        let (dropped, isPaused) = recorder.change { ($0.dropped, $0.isBehaviorPaused || !configuration.collectsBehavior) }
        let payload = SignalPayload(
            instance: key.thumbprintText, issuer: configuration.issuer, issuedAt: device.time.now, number: nextPayload, uuid: uuid,
            user: taken.identity.user, session: taken.identity.session, device: attributes ?? DeviceAttributes(), events: taken.events,
            dropped: dropped, isBehaviorPaused: isPaused)
        nextPayload += 1
        let text = try translating(message: try SignalEnvelope.seal(payload, with: sealingKey, random: device.random))
        return SealedBatch(text: text, events: taken.events.count)
    }
}
