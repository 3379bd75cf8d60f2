import CBOR
import Primitives
import SwiftASN1

/// Apple's anonymous attestation (L3 §8.8): a certificate for the credential's key, made for this one registration.
enum AppleAttestation {
    private static let nonceExtension: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 8, 2]

    static func verify(_ evidence: AttestationEvidence) throws(WebAuthnError) -> AttestationPath {
        let chain = try evidence.chain
        // Steps 2 to 4
        guard let value = chain.extensionValue(nonceExtension), nonce(value) == evidence.nonce else {
            throw AttestationEvidence.invalid("the certificate's nonce is not of this registration")
        }
        // Step 5
        guard try chain.leafKey(evidence.credential.publicKey.algorithm) == evidence.credential.publicKey else {
            throw AttestationEvidence.invalid("the certificate is for another key")
        }
        return .certified(chain)
    }

    /// A sequence with one octet string, tagged with 1.
    private static func nonce(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        try? DER.sequence(try DER.parse(value), identifier: .sequence) { nodes in
            try DER.explicitlyTagged(&nodes, tagNumber: 1, tagClass: .contextSpecific) { Array(try ASN1OctetString(derEncoded: $0).bytes) }
        }
    }
}
