import Foundation
import JOSE
import Primitives
import VerifiableClaims

/// Foreign SD-JWTs in each serialisation, against RFC 9901's issuer: what verifies is one of its examples. And payloads of any form behind a good
/// signature, with the rest of the input as Disclosures: nothing of the format is left in what comes out.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSDJWT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    for token in [try? SDJWT(parsing: text), try? SDJWT(json: bytes)] {
        guard let token else { continue }
        precondition((try? SDJWT(parsing: token.text)) == token, "what was written is another token")
        let verified = try? SDJWTPolicy(type: nil, issuer: nil, binding: .ignored).verify(token, keys: fixed.issuer, at: fixed.now)
        precondition(verified.map { $0.claims.issuer == "https://issuer.example.com" } ?? true, "a forged signature")
    }
    signed(text)
    return 0
}

private struct Fixed {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let issuer, own: VerificationKey
    let signing: SigningKey

    init() throws {
        issuer = try VerificationKey(
            JWK(
                parsing: """
                    {"kty":"EC","crv":"P-256","x":"b28d4MwZMjw8-00CG4xfnn9SLMVMM19SlqZpVb_uNtQ","y":"Xv5zWwuoaTgdS6hV43yI6gBwTnjukmFQQnJ_kCxzqk8"}
                    """.utf8))
        let key = try JWK.generate(.p256, random: SeededRandom(seed: 1))
        own = try VerificationKey(key)
        signing = try SigningKey(key)
    }
}

private let fixed: Fixed = {
    do { return try Fixed() } catch { fatalError("\(error)") }
}()

/// The first line is the payload, each further one the text of a Disclosure in the clear.
private func signed(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let payload = (try? JSONValue(parsing: lines[0]))?.object, let claims = try? JWTClaims(payload),
        let token = try? JWT.sign(claims, with: fixed.signing)
    else { return }
    let disclosures = lines.dropFirst().map { Base64URL.encode($0.utf8) }
    guard let whole = try? SDJWT(parsing: ([token] + disclosures).joined(separator: "~") + "~"),
        let verified = try? SDJWTPolicy(type: nil, issuer: nil, binding: .ignored).verify(whole, keys: fixed.own, at: fixed.now)
    else { return }
    precondition(verified.disclosed.count == disclosures.count, "a Disclosure was passed over")
    precondition(isClean(.object(verified.claims.members)), "digests are left in the claims")
    let again = try? SDJWTPolicy(type: nil, issuer: nil, binding: .ignored)
        .verify(verified.selecting { _ in true }, keys: fixed.own, at: fixed.now)
    precondition(again?.claims == verified.claims, "what is shown of all is another token")
    _ = try? SDJWTPolicy(type: nil, issuer: nil, binding: .ignored).verify(
        verified.selecting { $0.count % 2 == 1 }, keys: fixed.own, at: fixed.now)
}

private func isClean(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object): object.members.allSatisfy { !["_sd", "...", "_sd_alg"].contains($0.name) && isClean($0.value) }
    case .array(let elements): elements.allSatisfy(isClean)
    default: true
    }
}
