import Crypto
package import Primitives

extension JWK {
    /// Whether it is the public part of a key on P-256, and nothing more.
    package var isPublicP256: Bool {
        guard !isPrivate, case .ec(let point) = material else { return false }
        return point.curve == .p256
    }

    /// ``thumbprintText`` of the members of a public key on P-256, which are taken unchecked; nil when they are of another type. For keys that
    /// were checked before.
    package static func thumbprintText(ofP256 members: JSONObject) -> String? {
        guard members["kty"]?.string == "EC", members["crv"]?.string == "P-256", let x = members["x"]?.string, let y = members["y"]?.string
        else {
            return nil
        }
        let required: JSONObject = ["crv": "P-256", "kty": "EC", "x": .string(x), "y": .string(y)]
        return Base64URL.encode(SHA256.hash(data: JSONValue.object(required).encoded).bytes)
    }
}
