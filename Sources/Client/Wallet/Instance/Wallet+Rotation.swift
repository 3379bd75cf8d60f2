import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import VerifiableClaims
import WalletMessages

extension Wallet {
    /// Takes new keys. The old ones are kept until the server has accepted a call by the new ones; then for as long as mail that was sealed to
    /// them may arrive, and claims that are bound to them are held.
    /// - Throws: ``WalletError/Code/busy`` when a rotation is under way; other codes when key store, store or server fail.
    public func rotateKeys() async throws(WalletError) {
        guard !isRotating else { throw WalletError(.busy, "a rotation is under way; wait until it has ended") }
        isRotating = true
        defer { isRotating = false }
        let record = try await settled(try await registered(), isRotating: true)
        let successor = try await keys.make()
        // Written before the server hears of them: whatever happens, no accepted key is unknown here.
        try await update { $0.successor = successor }
        try await book.write([:], .issued, OwnEntry.key(successor.thumbprint))
        do { try await offer(successor, of: record) } catch {
            // A refusal is sure, a lost answer isn't: that one is settled before the next call.
            if !error.isTemporary { try await discard(successor) }
            throw error
        }
        _ = try await settled(try await self.record(), isRotating: true)
        journal.note(.info, "keys were rotated")
    }

    private func offer(_ successor: KeyPairNames, of record: InstanceRecord) async throws(WalletError) {
        let asked = try await channel.call(
            .post, channel.service.nonces, as: .current(record.keys), body: ServerNonce.request(.rotation))
        let rotation = KeyRotation(
            installation: id.text, nonce: try WalletChannel.read(asked, ServerNonce.init(json:)).value,
            signing: try await keys.publicKey(successor.signing), agreement: try await keys.publicKey(successor.agreement))
        let signature = try await keys.sign(rotation.signingInput, with: successor.signing)
        _ = try await channel.call(
            .post, channel.service.keys(of: id), as: .current(record.keys), body: rotation.json(signature: signature))
    }

    /// The instance with keys that the server accepts for sure: when new ones were offered, a call shows whether it took them.
    ///
    /// While a rotation is under way only that one asks; to all others the old keys are good enough.
    nonisolated func settled(_ record: InstanceRecord, isRotating: Bool = false) async throws(WalletError) -> InstanceRecord {
        guard let successor = record.successor else { return record }
        if !isRotating, await self.isRotating { return record }
        do { _ = try await channel.call(.get, channel.service.mailbox, as: .current(successor)) } catch {
            guard error.code == .refused(.invalidProof) else { throw error }
            try await discard(successor)
            return try await self.record()
        }
        let ended = now
        return try await update { record in
            guard record.successor == successor else { return }
            record.earlier.append(InstanceRecord.Earlier(keys: record.keys, ended: ended))
            (record.keys, record.successor) = (successor, nil)
        }
    }

    private nonisolated func discard(_ successor: KeyPairNames) async throws(WalletError) {
        try await update { if $0.successor == successor { $0.successor = nil } }
        try await keys.delete(successor.signing)
        try await keys.delete(successor.agreement)
    }

    /// Removes keys that can't be of use any more: no claim is bound to them, and no mail that was sealed to them is still good.
    func sweepKeys() async throws(WalletError) {
        let record = try await record()
        guard !record.earlier.isEmpty else { return }
        var bound: Set<String> = []
        for claim in try await claims { if let names = try? await keysBound(to: claim.claim.head) { bound.insert(names.thumbprint) } }
        for earlier in record.earlier where now >= earlier.ended + EnvelopeContent.longestLife + Self.clockLeeway {
            try await keys.delete(earlier.keys.agreement)
            guard !bound.contains(earlier.keys.thumbprint) else { continue }
            try await update { $0.earlier.removeAll { $0.keys == earlier.keys } }
            try await keys.delete(earlier.keys.signing)
        }
    }

    /// The number of seconds by which the clocks of two parties may differ.
    static let clockLeeway: TimeInterval = 300
}
