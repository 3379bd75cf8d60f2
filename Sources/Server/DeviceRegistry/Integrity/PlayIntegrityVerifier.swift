import DeviceIntegrity
package import DeviceMessages
import Foundation
package import Primitives
import Messaging
package import Directory

/// Checks evidence of Google's Play Integrity: by the application's own keys, or by asking Google.
package struct PlayIntegrityVerifier: IntegrityVerifier {
    package let service: PlayIntegrityService
    package let time: any TimeSource

    package init(service: PlayIntegrityService, time: any TimeSource) {
        self.service = service
        self.time = time
    }

    package func verdict(
        on evidence: IntegrityEvidence, request: [UInt8], of installation: Installation, settings: MobileSettings
    ) async throws -> IntegrityVerdict? {
        guard let name = settings.packageName, let google = settings.integrityDetection?.googlePlay else { return nil }
        do throws(IntegrityError) {
            guard let verdict = try await read(evidence.token, name, google) else { return nil }
            try verdict.check(package: name, request: request, at: time.now)
            return IntegrityVerdict()
        } catch { return IntegrityVerdict(error.code) }
    }

    /// nil when the settings lack what it takes, or Google can't be asked.
    private func read(
        _ token: String, _ name: String, _ google: IntegrityDetection.GooglePlay
    ) async throws(IntegrityError) -> PlayIntegrityVerdict? {
        switch google.verification {
        case .internal:
            guard let decryption = google.decryptionKey, let verification = google.verificationKey,
                let keys = try? PlayIntegrityKeys(decryption: decryption, verification: verification)
            else { return nil }
            return try keys.open(token)
        case .google:
            guard let account = google.serviceAccount.flatMap({ try? ServiceAccount($0) }) else { return nil }
            return try await service.verdict(of: token, package: name, by: account)
        }
    }
}
