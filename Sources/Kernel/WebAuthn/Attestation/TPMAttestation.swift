import CBOR
import Crypto
import Primitives

/// The format of authenticators with a Trusted Platform Module (L3 §8.3).
enum TPMAttestation {
    static func verify(_ evidence: AttestationEvidence) throws(WebAuthnError) -> AttestationPath {
        guard evidence.statement["ver"]?.text == "2.0" else { throw AttestationEvidence.invalid("the TPM's version is not 2.0") }
        let area = try evidence.bytes("pubArea")
        guard let publicArea = TPMPublicArea(area) else { throw AttestationEvidence.invalid("pubArea is no TPMT_PUBLIC") }
        guard publicArea.describes(evidence.credential.publicKey) else {
            throw AttestationEvidence.invalid("pubArea is another key's")
        }
        let algorithm = try evidence.algorithm
        let chain = try evidence.chain
        try chain.requireTPMLeaf()
        try chain.requireModel(evidence.credential.aaguid)
        let info = try evidence.bytes("certInfo")
        guard try chain.leafKey(algorithm).accepts(try evidence.bytes("sig"), over: info) else {
            throw AttestationEvidence.invalid("the signature is not the certificate's")
        }
        guard let attest = TPMAttest(info) else { throw AttestationEvidence.invalid("certInfo is no TPMS_ATTEST of a certification") }
        guard let hash = TPMHash(algorithm), attest.extraData == hash.digest(of: evidence.signed) else {
            throw AttestationEvidence.invalid("certInfo is not of this registration")
        }
        guard attest.name == publicArea.name(of: area) else { throw AttestationEvidence.invalid("certInfo certifies another key") }
        return .certified(chain)
    }
}

/// The hash functions of a TPM (TPM 2.0 Part 2 §6.3).
enum TPMHash: UInt16 {
    case sha1 = 0x0004
    case sha256 = 0x000B
    case sha384 = 0x000C
    case sha512 = 0x000D

    /// The hash that a signature algorithm employs.
    init?(_ algorithm: COSEAlgorithm) {
        switch algorithm {
        case .rs1: self = .sha1
        case .es256, .rs256, .ps256: self = .sha256
        case .es384, .rs384: self = .sha384
        case .es512, .rs512: self = .sha512
        default: return nil
        }
    }

    func digest(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Insecure.SHA1.hash(data: bytes).bytes
        case .sha256: SHA256.hash(data: bytes).bytes
        case .sha384: SHA384.hash(data: bytes).bytes
        case .sha512: SHA512.hash(data: bytes).bytes
        }
    }
}
