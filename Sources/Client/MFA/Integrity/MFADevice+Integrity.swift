import DeviceFoundation
import DeviceMessages
import Primitives

extension MFADevice {
    /// Fresh evidence for a server, if the app has somebody to get it from. When that fails the server decides what to do without.
    func integrityEvidence(for installation: Installation) async -> IntegrityEvidence? {
        guard let provider = configuration.integrity else { return nil }
        do {
            let nonce = try await nonce(for: .integrity, at: installation.issuer, as: channel.signer(installation))
            return try await provider.evidence(
                for: IntegrityEvidence.request(nonce: nonce, installation: installation.id), nonce: nonce)
        } catch {
            journal.note(.warning, "there is no evidence of this device's integrity")
            return nil
        }
    }

    /// Does what may need evidence: first with what is wanted, and once more with fresh evidence when the server didn't take it.
    ///
    /// - Parameters:
    ///   - isWanted: whether the server said that it wants evidence.
    func withEvidence(
        for installation: Installation, isWanted: Bool, _ action: (IntegrityEvidence?) async throws(MFAError) -> Void
    ) async throws(MFAError) {
        do {
            return try await action(isWanted ? await integrityEvidence(for: installation) : nil)
        } catch {
            guard error.refusal?.details["integrity"] != nil, let provider = configuration.integrity else { throw error }
            await provider.renew()
            guard let evidence = await integrityEvidence(for: installation) else { throw error }
            try await action(evidence)
        }
    }
}
