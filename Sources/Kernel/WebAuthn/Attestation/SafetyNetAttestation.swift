import CBOR
import Foundation
import JOSE
import Primitives

/// The format of older Android devices, which is not made any more (L3 §8.5).
enum SafetyNetAttestation {
    private static let host = "attest.android.com"

    static func verify(_ evidence: AttestationEvidence) throws(WebAuthnError) -> AttestationPath {
        guard evidence.statement["ver"]?.text?.isEmpty == false else { throw AttestationEvidence.invalid("ver is missing") }
        guard let token = String(foreign: try evidence.bytes("response")) else {
            throw AttestationEvidence.invalid("the response is no text")
        }
        let chain = try chain(of: token)
        guard chain.isForHost(host) else { throw AttestationEvidence.invalid("the response's certificate is not for \(host)") }
        let payload: JSONValue
        do {
            let key = try VerificationKey(JWK(publicKeyOf: chain))
            payload = try JSONValue(parsing: JWS.verify(token, with: key, allowing: [.rs256, .es256]).payload)
        } catch { throw AttestationEvidence.invalid("the response is not signed by its certificate", underlying: error) }
        guard payload["nonce"]?.string == Data(evidence.nonce).base64EncodedString() else {
            throw AttestationEvidence.invalid("the response is not of this registration")
        }
        guard payload["ctsProfileMatch"]?.bool == true else { throw AttestationEvidence.invalid("the device's profile does not match") }
        return .certified(chain)
    }

    /// The certificates in the header `x5c` (RFC 7515 §4.1.6).
    private static func chain(of token: String) throws(WebAuthnError) -> CertificateChain {
        let header = token.prefix { $0 != "." }
        guard header.utf8.count <= 1 << 15, let bytes = Base64URL.decode(header), let json = try? JSONValue(parsing: bytes),
            let texts = json["x5c"]?.strings
        else { throw AttestationEvidence.invalid("the response has no x5c") }
        let der = texts.compactMap { Data(base64Encoded: $0).map(Array.init) }
        guard der.count == texts.count else { throw AttestationEvidence.invalid("x5c holds something else than certificates") }
        return try CertificateChain(der: der)
    }
}

extension JWK {
    fileprivate init(publicKeyOf chain: CertificateChain) throws {
        if let key = try? chain.leafKey(.es256), case .ec(let x, let y) = key.material {
            self.init(.ec(try ECKey(curve: .p256, x: x, y: y)))
        } else if case .rsa(let n, let e) = try chain.leafKey(.rs256).material {
            self.init(.rsa(try RSAKey(n: n, e: e)))
        } else {
            throw WebAuthnError(.unsupportedKey, "the certificate's key is neither of P-256 nor of RSA")
        }
    }
}
