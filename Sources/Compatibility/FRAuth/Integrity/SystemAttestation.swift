import Crypto
import DeviceFoundation
import FRCore
import Foundation
import Primitives

/// The proof by App Attest: a new key is attested, one that the server has taken signs (`docs/protocols/step-protocol.md` 11.3).
struct SystemAttestation: FRAppAttestation {
    /// nil where the system has none.
    let service: (any AppAttestService)?
    let bundleIdentifier: String

    func requestIntegrityToken(challenge: String, payload: String?) async throws -> FRAppIntegrityKeys {
        guard let service, service.isSupported else { throw FRDeviceCheckAPIFailure.featureUnsupported }
        guard !bundleIdentifier.isEmpty else { throw FRDeviceCheckAPIFailure.invalidBundleIdentifier }
        guard !challenge.isEmpty else { throw FRDeviceCheckAPIFailure.invalidChallenge }
        let clientData = JSONValue.object([
            "challenge": .string(challenge), "bundleId": .string(bundleIdentifier), "payload": .string(payload ?? ""),
        ]).encoded
        do {
            if let known = AttestationReference.current, let signed = try await sign(clientData, with: known, by: service) { return signed }
            return try await attest(challenge, clientData, by: service)
        } catch { throw FRDeviceCheckAPIFailure(error) }
    }

    /// nil when the key is gone from the device, as after a restore: it is forgotten.
    private func sign(
        _ clientData: [UInt8], with known: AttestationReference, by service: any AppAttestService
    ) async throws(AppAttestError) -> FRAppIntegrityKeys? {
        do {
            let assertion = try await service.assert(known.key, hash: SHA256.hash(data: clientData).bytes)
            return FRAppIntegrityKeys(
                attestKey: known.attestation, assertKey: Self.base64(assertion), keyIdentifier: known.key,
                clientDataHash: Self.base64(clientData))
        } catch {
            guard [.key, .input].contains(error.code) else { throw error }
            FRLog.w("The attested key can't be used any more; a new one is attested: \(error)")
            AttestationReference.forget()
            return nil
        }
    }

    private func attest(
        _ challenge: String, _ clientData: [UInt8], by service: any AppAttestService
    ) async throws(AppAttestError) -> FRAppIntegrityKeys {
        let key = try await service.generateKey()
        let attestation = try await service.attest(key, hash: SHA256.hash(data: Array(challenge.utf8)).bytes)
        return FRAppIntegrityKeys(
            attestKey: Self.base64(attestation), keyIdentifier: key, clientDataHash: Self.base64(clientData))
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
