import CBOR
import Primitives

/// The format of U2F authenticators (L3 §8.6).
enum U2FAttestation {
    static func verify(_ evidence: AttestationEvidence, requiresZeroModel: Bool) throws(WebAuthnError) -> AttestationPath {
        let signature = try evidence.bytes("sig")
        let chain = try evidence.chain
        guard chain.der.count == 1 else { throw AttestationEvidence.invalid("x5c holds more than one certificate") }
        // Step 4
        guard evidence.credential.publicKey.algorithm == .es256, let point = evidence.credential.publicKey.point else {
            throw AttestationEvidence.invalid("the credential is not on P-256")
        }
        guard !requiresZeroModel || evidence.credential.aaguid.allSatisfy({ $0 == 0 }) else {
            throw AttestationEvidence.invalid("a U2F authenticator has no AAGUID")
        }
        // Steps 2, 5 and 6
        let data: [UInt8] =
            [0] + evidence.authenticatorData.relyingPartyHash + evidence.clientDataHash + evidence.credential.id + point
        guard try chain.leafKey(.es256).accepts(signature, over: data) else {
            throw AttestationEvidence.invalid("the signature is not the certificate's")
        }
        return .certified(chain)
    }
}
