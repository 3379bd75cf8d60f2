import CBOR
import Primitives

/// No statement (L3 §8.7): an empty map.
enum NoneAttestation {
    static func verify(_ evidence: AttestationEvidence) throws(WebAuthnError) -> AttestationPath {
        guard evidence.statement.map?.isEmpty == true else { throw AttestationEvidence.invalid("a statement of the format none is empty") }
        return .none
    }
}
