import JOSE
import Primitives

/// A compact JWS of this protocol: ES256 by the instance's key, which is in the header.
struct SignedClaims {
    let claims: JSONObject
    /// The key in the header, which has verified the signature.
    let key: JWK

    /// Reads and verifies.
    /// - Parameter type: the only `typ` that is taken.
    init(_ text: String, type: String) throws(RiskError) {
        guard text.utf8.count <= SignalLimits.registration else { throw RiskError(.tooLarge, "the signed text is too long") }
        guard let jws = try? JWS.Unverified(text, limits: Self.limits), jws.header.type == type,
            let object = jws.header["jwk"]?.object, let key = try? JWK(object), key.isPublicP256,
            let verifier = try? VerificationKey(key), (try? jws.verify(with: verifier, allowing: [.es256])) != nil
        else { throw RiskError(.wrongKey, "it isn't signed by the key that it names, or is no \(type)") }
        guard let claims = try? JSONValue(parsing: jws.payload, limits: Self.limits.claims).object else {
            throw RiskError(.malformed, "what was signed is no JSON object within the bounds")
        }
        self.claims = claims
        self.key = key
    }

    /// Returns the bytes that the instance's key signs.
    static func signingInput(type: String, key: JWK, claims: JSONObject) -> [UInt8] {
        let header: JSONObject = ["typ": .string(type), "alg": "ES256", "jwk": key.publicJSON.map(JSONValue.object) ?? .null]
        return JWS.signingInput(header: header, claims: claims)
    }

    private static let limits = JOSELimits(
        token: SignalLimits.registration, claims: JSONLimits(bytes: SignalLimits.registration, depth: 4, values: 32))
}
