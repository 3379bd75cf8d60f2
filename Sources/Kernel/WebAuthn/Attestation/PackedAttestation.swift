import CBOR
import Primitives

/// The format of most authenticators (L3 §8.2).
enum PackedAttestation {
    static func verify(_ evidence: AttestationEvidence) throws(WebAuthnError) -> AttestationPath {
        let algorithm = try evidence.algorithm
        let signature = try evidence.bytes("sig")
        guard evidence.statement["x5c"] != nil else { return try verifySelf(evidence, algorithm, signature) }
        let chain = try evidence.chain
        guard try chain.leafKey(algorithm).accepts(signature, over: evidence.signed) else {
            throw AttestationEvidence.invalid("the signature is not the certificate's")
        }
        try chain.requirePackedLeaf()
        try chain.requireModel(evidence.credential.aaguid)
        return .certified(chain)
    }

    private static func verifySelf(
        _ evidence: AttestationEvidence, _ algorithm: COSEAlgorithm, _ signature: [UInt8]
    ) throws(WebAuthnError) -> AttestationPath {
        let key = evidence.credential.publicKey
        guard algorithm == key.algorithm else { throw AttestationEvidence.invalid("alg is not the credential's") }
        guard key.accepts(signature, over: evidence.signed) else {
            throw AttestationEvidence.invalid("the signature is not the credential's")
        }
        return .selfSigned
    }
}
