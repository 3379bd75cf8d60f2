import DeviceFoundation
public import DeviceMessages
import Primitives

extension MFADevice {
    /// Takes new keys everywhere, or at one issuer. The old ones are kept until the server has accepted a request by the new ones; when
    /// anything fails before, they stay good.
    /// - Throws: ``MFAError/Code/malformed`` when a rotation is under way; other codes when keys, store or server fail.
    public func rotateKeys(at issuer: DeviceIssuer? = nil) async throws(MFAError) {
        try begin(.rotation, orThrow: .malformed)
        defer { end(.rotation) }
        let all = try await book.all().filter { $0.isPaired && (issuer == nil || $0.issuer == issuer) }
        guard !all.isEmpty else { throw Self.notPaired }
        for installation in all { try await rotate(try await settled(installation, isRotating: true)) }
    }

    private func rotate(_ installation: RealmInstallation) async throws(MFAError) {
        let issuer = installation.issuer
        let successor = try await keys.make()
        // Written before the server hears of them: whatever happens, no accepted key is unknown here.
        guard try await book.update(issuer, { $0.successor = successor }) != nil else { throw Self.notPaired }
        do {
            try await offer(successor, of: installation)
        } catch {
            // A refusal is sure, a lost answer isn't: that one is settled before the next request.
            if error.refusal != nil { try await discard(successor, at: issuer) }
            throw error
        }
        guard let offered = try await book.installation(at: issuer) else { throw Self.notPaired }
        _ = try await settled(offered, isRotating: true)
        journal.note(.info, "keys were rotated")
    }

    private func offer(_ successor: KeyPairNames, of installation: RealmInstallation) async throws(MFAError) {
        let signer = channel.signer(installation)
        let nonce = try await nonce(for: .rotation, at: installation.issuer, as: signer)
        let rotation = KeyRotation(
            installation: installation.id, nonce: nonce, signing: try await keys.publicKey(successor.signing),
            agreement: try await keys.publicKey(successor.agreement))
        let signature = try await keys.sign(rotation.signingInput, with: successor.signing)
        let body = rotation.json(signature: signature).encoded
        _ = try await channel.call(.post, "/installation/keys", at: installation.issuer, as: signer, body: body)
    }

    /// The installation with keys that the server accepts for sure: when new ones were offered, a request shows whether it took them.
    ///
    /// While a rotation is under way only that one asks; to all others the old keys are good enough.
    func settled(_ installation: RealmInstallation, isRotating: Bool = false) async throws(MFAError) -> RealmInstallation {
        guard let successor = installation.successor, isRotating || !running.contains(.rotation) else { return installation }
        var renewed = installation
        renewed.keys = successor
        do {
            _ = try await channel.call(.get, "/installation", at: installation.issuer, as: channel.signer(renewed))
        } catch {
            guard error.code == .untrusted else { throw error }
            try await discard(successor, at: installation.issuer)
            renewed = installation
            renewed.successor = nil
            return renewed
        }
        let old = installation.keys
        let current = try await book.update(installation.issuer) { installation in
            guard installation.successor == successor else { return }
            (installation.keys, installation.successor) = (successor, nil)
        }
        try await keys.delete(old)
        return current ?? renewed
    }

    private func discard(_ successor: KeyPairNames, at issuer: DeviceIssuer) async throws(MFAError) {
        try await book.update(issuer) { if $0.successor == successor { $0.successor = nil } }
        try await keys.delete(successor)
    }

    /// A nonce of the server for one purpose.
    func nonce(
        for purpose: ServerNonce.Purpose, at issuer: DeviceIssuer, as signer: DeviceChannel.Signer
    ) async throws(MFAError) -> String {
        let json = try await channel.call(.post, "/nonces", at: issuer, as: signer, json: ServerNonce.request(purpose))
        return try translating(message: try ServerNonce(json: json)).value
    }
}
