import Crypto
import DeviceIntegrity
package import DeviceMessages
import Foundation
package import Primitives
package import Directory

/// Checks evidence of Apple's App Attest: an attestation of a new key, or an assertion of the one that is known.
package struct AppAttestVerifier: IntegrityVerifier {
    package let keys: AppAttestKeys
    package let time: any TimeSource

    package init(keys: AppAttestKeys, time: any TimeSource) {
        self.keys = keys
        self.time = time
    }

    package func verdict(
        on evidence: IntegrityEvidence, request: [UInt8], of installation: Installation, settings: MobileSettings
    ) async throws -> IntegrityVerdict? {
        guard let rules = Self.rules(settings) else { return nil }
        guard let token = Base64URL.decode(evidence.token), let id = evidence.key.flatMap(Base64URL.decode) else {
            return IntegrityVerdict(.malformed)
        }
        let isAssertion = AppAssertion.isAssertion(token)
        let known = isAssertion ? try await keys.key(id, of: installation) : nil
        do throws(IntegrityError) {
            guard isAssertion else {
                let attested = try await AppAttestation(verifying: token, keyID: id, clientDataHash: request, rules: rules, at: time.now)
                return IntegrityVerdict(key: .attested(id: id, point: Array(attested.publicKey.x963Representation)))
            }
            guard let known else { return IntegrityVerdict(.wrongKey) }
            let assertion = try AppAssertion(
                verifying: token, clientDataHash: request, key: known.publicKey, after: known.counter, rules: rules)
            return IntegrityVerdict(key: .counted(id: id, to: assertion.counter))
        } catch {
            // Of two requests that overtook each other one comes late, which says nothing of the device.
            return error.code == .replayed ? nil : IntegrityVerdict(error.code)
        }
    }

    static func rules(_ settings: MobileSettings) -> AppAttestRules? {
        guard let bundle = settings.bundleID, let attest = settings.integrityDetection?.appAttest else { return nil }
        return try? AppAttestRules(
            appID: "\(attest.team).\(bundle)", environments: attest.allowsDevelopment ? [.production, .development] : [.production],
            roots: attest.trustedRoots)
    }
}
