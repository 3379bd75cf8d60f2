package import Primitives

/// A compact JWS in two steps, for keys that sign where they lie.
extension JWS {
    /// Returns the bytes to sign for a header and claims (RFC 7515 §5.1).
    package static func signingInput(header: JSONObject, claims: JSONObject) -> [UInt8] {
        var text = Array(Base64URL.encode(JSONValue.object(header).encoded).utf8) + [UInt8(ascii: ".")]
        Base64URL.append(JSONValue.object(claims).encoded, to: &text)
        return text
    }

    /// Puts the bytes that were signed and their signature together (RFC 7515 §7.1).
    package static func text(_ signingInput: [UInt8], signature: [UInt8]) -> String {
        String(own: signingInput) + "." + Base64URL.encode(signature)
    }
}
