import JOSE
import Primitives

/// The JWT of a message: HS256 with the mechanism's secret.
///
/// The header is always the 27 bytes `{"alg":"HS256","typ":"JWT"}`. One strict client pads the header's Base64 before it verifies, and reads
/// it in the standard alphabet: a multiple of three bytes needs no padding, and none of these gives `-` or `_`
/// (`docs/protocols/step-protocol.md` 6.4).
enum PushToken {
    /// The shortest secret: And-L refuses less, as RFC 7518 §3.2 asks.
    static let shortestSecret = 32
    /// The longest JWT that is read, in bytes.
    static let longest = 8192
    private static let limits = JOSELimits(
        token: longest, header: JSONLimits(bytes: 1024, depth: 4, values: 64), claims: JSONLimits(bytes: 8192, depth: 8, values: 128))

    static func sign(_ claims: JSONObject, with secret: Secret) throws(PushMessageError) -> String {
        do {
            return try JWS.sign(JSONValue.object(claims).encoded, with: SigningKey(key(secret), algorithm: .hs256), header: ["typ": "JWT"])
        } catch { throw unusable }
    }

    static func verify(_ token: String, with secret: Secret) throws(PushMessageError) -> JSONObject {
        guard let key = try? VerificationKey(key(secret)) else { throw unusable }
        let verified: JWS.Verified
        do { verified = try JWS.verify(token, with: key, allowing: [.hs256], limits: limits) } catch {
            switch error.code {
            case .tooLarge: throw PushMessageError(.tooLarge, "the JWT has more than \(longest) bytes")
            case .malformed: throw PushMessageError(.malformed, "it is no compact JWT")
            default: throw PushMessageError(.invalidSignature, "the JWT isn't signed with HS256 and the secret of the mechanism")
            }
        }
        return try object(verified.payload)
    }

    /// The claims of a token that isn't verified yet: they tell which user's secret verifies it.
    static func claims(_ token: String) throws(PushMessageError) -> JSONObject {
        guard token.utf8.count <= longest else { throw PushMessageError(.tooLarge, "the JWT has more than \(longest) bytes") }
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]) else { throw PushMessageError(.malformed, "it is no compact JWT") }
        return try object(payload)
    }

    private static func object(_ payload: [UInt8]) throws(PushMessageError) -> JSONObject {
        guard let object = (try? JSONValue(parsing: payload, limits: limits.claims))?.object else {
            throw PushMessageError(.malformed, "the JWT's claims are no JSON object")
        }
        return object
    }

    private static func key(_ secret: Secret) throws(PushMessageError) -> JWK {
        guard secret.count >= shortestSecret else { throw unusable }
        return JWK(.symmetric(secret))
    }

    private static var unusable: PushMessageError {
        PushMessageError(.unusableSecret, "the secret of a push mechanism has \(shortestSecret) bytes at least")
    }
}
