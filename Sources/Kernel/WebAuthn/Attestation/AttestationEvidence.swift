import CBOR
import Crypto
import Primitives

/// The evidence that a verification procedure is given (L3 §6.5.3).
struct AttestationEvidence {
    let format: String
    let statement: CBORValue
    let authenticatorData: AuthenticatorData
    let credential: AttestedCredential
    let clientDataHash: [UInt8]

    init(object: AttestationObject, credential: AttestedCredential, clientDataHash: [UInt8]) {
        format = object.format
        statement = object.statement
        authenticatorData = object.authenticatorData
        self.credential = credential
        self.clientDataHash = clientDataHash
    }

    /// The bytes that most formats sign.
    var signed: [UInt8] { authenticatorData.bytes + clientDataHash }

    /// Its hash, which some use as a nonce.
    var nonce: [UInt8] { SHA256.hash(data: signed).bytes }

    var algorithm: COSEAlgorithm {
        get throws(WebAuthnError) {
            guard let number = statement["alg"]?.integer else { throw Self.invalid("the statement has no alg") }
            return COSEAlgorithm(rawValue: number)
        }
    }

    func bytes(_ name: CBORKey) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = statement[name]?.bytes else { throw Self.invalid("a byte string is missing in the statement") }
        return bytes
    }

    /// The certificates of `x5c`, which must be there.
    var chain: CertificateChain {
        get throws(WebAuthnError) {
            guard let items = statement["x5c"]?.array else { throw Self.invalid("the statement has no x5c") }
            let der = items.compactMap(\.bytes)
            guard der.count == items.count else { throw Self.invalid("x5c holds something else than certificates") }
            return try CertificateChain(der: der)
        }
    }

    static func invalid(_ reason: String, underlying: (any Error)? = nil) -> WebAuthnError {
        WebAuthnError(.invalidAttestation, "attestation: \(reason)", underlying: underlying)
    }
}
