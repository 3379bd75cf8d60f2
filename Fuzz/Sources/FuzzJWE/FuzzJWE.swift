import JOSE
import Primitives

/// Foreign tokens against a key of each kind. One that opens is opened again the same: an exception, or another content, is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJWE(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let token = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    for key in keys {
        guard let opened = try? JWE.open(token, with: key) else { continue }
        guard let again = try? JWE.open(token, with: key, requiring: opened.header.members) else {
            fatalError("a token does not open twice, or its header is not what it is")
        }
        precondition(again.plaintext == opened.plaintext, "a token opens to different contents")
    }
    return 0
}

private let octets = #"{"kty":"oct","k":"GZy6sIZ6wl9NJOKB-jnmVQ-Ux1hnxwmvPXyVQlmQcHM"}"#
private let curve = """
    {"kty":"EC","crv":"P-256","x":"Ze2loSV3wrroKUN_4zhwGhCqo3Xhu1td4QjeQ5wIVR0","y":"HlLtdXARY_f55A3fnzQbPcm6hgr34Mp8p-nuzQCE0Zw",
    "d":"r_kHyZ-a06rmxM3yESK84r1otSg-aQcVStkRhA-iCM8"}
    """
private let montgomery = """
    {"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","d":"XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os"}
    """

private let keys: [OpeningKey] = [
    key(octets, .direct, [.a256GCM, .a128CBCHS256]), key(#"{"kty":"oct","k":"XctOhJAkA-pD9Lh7ZgW_2A"}"#, .direct, [.a128GCM]),
    key(octets, .a256KW, all), key(curve, .ecdhES, all), key(curve, .ecdhESA256KW, all), key(montgomery, .ecdhES, all),
    key(montgomery, .ecdhESA256KW, all),
]

private let all = Set(ContentEncryption.allCases)

private func key(_ text: String, _ algorithm: KeyManagementAlgorithm, _ encryptions: Set<ContentEncryption>) -> OpeningKey {
    do { return try OpeningKey(JWK(parsing: text.utf8), algorithm: algorithm, encryptions: encryptions) } catch { fatalError("\(error)") }
}
