import JOSE
import Primitives

/// A JWT whose only claim that counts is `data`, a digest; what else there is to know is in its header.
struct SignedDigest {
    private static let limits = JOSELimits(token: 4096)
    private static let member = "data"

    var header: JOSEHeader { jws.header }
    private let jws: JWS.Unverified
    private let digest: String

    init(_ text: String) throws(RequestSignatureError) {
        guard let jws = try? JWS.Unverified(text, limits: Self.limits), jws.header.algorithm == "HS256",
            let claims = try? JSONValue(parsing: jws.payload, limits: Self.limits.claims), let digest = claims[Self.member]?.string
        else { throw RequestSignatureError(.malformed, "the signature is no JWT by HS256 with a member data") }
        self.jws = jws
        self.digest = digest
    }

    static func sign(_ digest: String, header: JSONObject, key: Secret) throws(RequestSignatureError) -> String {
        do {
            let signing = try SigningKey(JWK(.symmetric(key)), algorithm: .hs256)
            return try JWS.sign(JSONValue.object([member: .string(digest)]).encoded, with: signing, header: header)
        } catch { throw RequestSignatureError(.key, "the API key can't sign; it has 32 bytes or more") }
    }

    /// Compares in constant time, the signature and the digest.
    func verify(_ expected: String, key: Secret) throws(RequestSignatureError) {
        guard let verifier = try? VerificationKey(JWK(.symmetric(key), algorithm: "HS256")) else {
            throw RequestSignatureError(.key, "the API key verifies nothing; it has 32 bytes or more")
        }
        guard (try? jws.verify(with: verifier, allowing: [.hs256])) != nil else {
            throw RequestSignatureError(.signature, "the signature isn't by the account's key")
        }
        guard constantTimeEqual(Array(digest.utf8), Array(expected.utf8)) else {
            throw RequestSignatureError(.altered, "the signature is one of another request or answer")
        }
    }

    func text(_ name: String) throws(RequestSignatureError) -> String {
        guard let text = try optionalText(name) else { throw RequestSignatureError(.malformed, "\(name) of the signature is missing") }
        return text
    }

    func optionalText(_ name: String) throws(RequestSignatureError) -> String? {
        guard let value = header[name] else { return nil }
        guard let text = value.string, (1...256).contains(text.utf8.count), !text.utf8.contains(0) else {
            throw RequestSignatureError(.malformed, "\(name) of the signature is no text of 1 to 256 bytes, none of them 0")
        }
        return text
    }
}
