import DeviceFoundation
import DeviceMessages
import Primitives

extension MFADevice {
    /// Fresh evidence for a server, if the app has a provider of it. When that fails the server decides what to do without.
    func integrityEvidence(for installation: RealmInstallation) async -> IntegrityEvidence? {
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

    /// Shows a server this device's integrity, where nothing asks for a decision: what it shows counts for passcodes and scanned codes.
    func showIntegrity(at issuer: DeviceIssuer) async throws(MFAError) {
        guard let installation = try await book.installation(at: issuer), let evidence = await integrityEvidence(for: installation) else {
            return
        }
        let report = try await fetchReport(of: installation)
        let change = InstallationChange(revision: report.revision, integrity: evidence)
        _ = try await channel.call(.patch, "/installation", at: issuer, as: channel.signer(installation), json: change.json)
    }

    /// Does what may need evidence: first with what is wanted, and once more with fresh evidence when the server didn't take it.
    ///
    /// - Parameters:
    ///   - isWanted: whether the server said that it wants evidence.
    func withEvidence<Value>(
        for installation: RealmInstallation, isWanted: Bool, _ action: (IntegrityEvidence?) async throws(MFAError) -> Value
    ) async throws(MFAError) -> Value {
        do {
            return try await action(isWanted ? await integrityEvidence(for: installation) : nil)
        } catch {
            guard error.refusal?.details["integrity"] != nil, let provider = configuration.integrity else { throw error }
            await provider.renew()
            guard let evidence = await integrityEvidence(for: installation) else { throw error }
            return try await action(evidence)
        }
    }
}
