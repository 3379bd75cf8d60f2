import JOSE
import Primitives

/// Foreign tokens, compact and in JSON, against the public keys of RFC 7515 and RFC 8037; and the claims of a token, which are
/// foreign too when the issuer is. A token that verifies carries what one of the RFCs' examples carries: a forgery is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJWS(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let verified = try? JWS.verify(String(decoding: bytes, as: UTF8.self), with: keys, allowing: SignatureAlgorithm.asymmetric) {
        precondition(payloads.contains(verified.payload), "a forged signature")
    }
    for requirement in [JWS.Requirement.all, .any] {
        let verified = try? JWS.verify(json: bytes, with: keys, allowing: SignatureAlgorithm.asymmetric, requiring: requirement)
        precondition(verified.map { $0.allSatisfy { payloads.contains($0.payload) } } ?? true, "a forged signature")
    }
    if case .object(let members)? = try? JSONValue(parsing: bytes), let claims = try? JWTClaims(members) {
        _ = (claims.audience, claims.expires, claims.issuer)
    }
    return 0
}

private let payloads: [[UInt8]] = [
    Array("{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8), Array("Payload".utf8),
    Array("Example of Ed25519 signing".utf8),
]

private let keys = VerificationKeys(
    [
        #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
        #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        """
        {"kty":"EC","crv":"P-521",
        "x":"AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk",
        "y":"ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2"}
        """,
        """
        {"kty":"RSA","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-y\
        RT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg66\
        5xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"}
        """,
    ].map(key))

private func key(_ text: String) -> VerificationKey {
    do { return try VerificationKey(JWK(parsing: text.utf8)) } catch { fatalError("\(error)") }
}
