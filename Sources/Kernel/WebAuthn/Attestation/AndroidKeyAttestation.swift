import CBOR
import Primitives
import SwiftASN1

/// Android's key attestation (L3 §8.4).
enum AndroidKeyAttestation {
    private static let description: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]

    static func verify(_ evidence: AttestationEvidence, inTrustedEnvironment: Bool) throws(WebAuthnError) -> AttestationPath {
        let chain = try evidence.chain
        let key = try chain.leafKey(try evidence.algorithm)
        guard key.accepts(try evidence.bytes("sig"), over: evidence.signed) else {
            throw AttestationEvidence.invalid("the signature is not the certificate's")
        }
        guard key == evidence.credential.publicKey else { throw AttestationEvidence.invalid("the certificate is for another key") }
        guard let value = chain.extensionValue(description), let description = AndroidKeyDescription(der: value) else {
            throw AttestationEvidence.invalid("the certificate doesn't describe an Android key")
        }
        guard description.challenge == evidence.clientDataHash else {
            throw AttestationEvidence.invalid("the key was made for another registration")
        }
        guard description.isForOneApp else { throw AttestationEvidence.invalid("the key is for all apps") }
        guard description.signsAndWasMadeThere(requiringTrustedEnvironment: inTrustedEnvironment) else {
            throw AttestationEvidence.invalid("the key was not made to sign where the policy wants it")
        }
        return .certified(chain)
    }
}
