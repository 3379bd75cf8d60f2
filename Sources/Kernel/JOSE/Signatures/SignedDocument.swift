import Primitives

/// A JWS in a JSON serialisation, parsed but not verified (RFC 7515 §7.2).
struct SignedDocument {
    let payload: [UInt8]
    let signatures: [JSONObject]
    /// The payload's base64url text, which is what is signed.
    private let encodedPayload: [UInt8]

    init(_ text: some Collection<UInt8>, detachedPayload: [UInt8]?, limits: JOSELimits) throws(JWSError) {
        let document = try Self.object(text, limits)
        (payload, encodedPayload) = try Self.payload(document, detachedPayload)
        signatures = try Self.signatures(document)
        guard signatures.count <= limits.signatures else {
            throw JWSError(.tooLarge, "a JWS of \(signatures.count) signatures; at most \(limits.signatures) are taken")
        }
    }

    private static func object(_ text: some Collection<UInt8>, _ limits: JOSELimits) throws(JWSError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: text, limits: JSONLimits(bytes: limits.token, depth: 16, values: 4096)) } catch {
            throw JWSError(error.code == .tooLong ? .tooLarge : .malformed, "the JWS is \(error.reason)", underlying: error)
        }
        guard case .object(let members) = value else { throw JWSError(.malformed, "the JWS is not a JSON object") }
        return members
    }

    private static func payload(_ document: JSONObject, _ detached: [UInt8]?) throws(JWSError) -> ([UInt8], [UInt8]) {
        if let detached {
            guard document["payload"] == nil else { throw JWSError(.malformed, "payload is there although it was given apart") }
            return (detached, Array(Base64URL.encode(detached).utf8))
        }
        guard let text = document["payload"]?.string, let payload = Base64URL.decode(text) else {
            throw JWSError(.malformed, "payload is missing or not base64url")
        }
        return (payload, Array(text.utf8))
    }

    /// The members of `signatures`, or those of the flattened form; never of both.
    private static func signatures(_ document: JSONObject) throws(JWSError) -> [JSONObject] {
        guard let listed = document["signatures"] else { return [document] }
        let flattened = ["signature", "protected", "header"].contains { document[$0] != nil }
        guard let elements = listed.array, !flattened else {
            throw JWSError(.malformed, "signatures is not an array, or stands beside a flattened signature")
        }
        let objects = elements.compactMap(\.object)
        guard objects.count == elements.count, !objects.isEmpty else {
            throw JWSError(.malformed, "signatures is empty or holds something else than objects")
        }
        return objects
    }

    /// Checks what one signature covers (RFC 7515 §5.2 steps 1 to 8).
    func check(_ members: JSONObject, limits: JOSELimits) throws(JWSError) -> SignatureCheck {
        guard let signature = members["signature"]?.string.flatMap(Base64URL.decode) else {
            throw JWSError(.malformed, "signature is missing or not base64url")
        }
        let encoded = try Self.protectedText(members)
        do {
            let protected = try encoded.isEmpty ? JOSEHeader(JSONObject()) : JOSEHeader(encoded: encoded, limits: limits.header)
            let header = try JOSEHeader(checking: Self.union(protected.members, members["header"]))
            return SignatureCheck(
                header: header, protectedHeader: protected, signature: signature, input: encoded + [UInt8(ascii: ".")] + encodedPayload)
        } catch { throw JWSError(error) }
    }

    private static func protectedText(_ members: JSONObject) throws(JWSError) -> [UInt8] {
        guard let value = members["protected"] else { return [] }
        guard let text = value.string, !text.isEmpty else { throw JWSError(.malformed, "protected is not base64url") }
        return Array(text.utf8)
    }

    /// The two headers must not share a member (RFC 7515 §4).
    private static func union(_ protected: JSONObject, _ unprotected: JSONValue?) throws(JOSEHeader.Refusal) -> JSONObject {
        guard let unprotected else { return protected }
        guard let others = unprotected.object else { throw .malformed("header is not an object") }
        var union = protected
        for member in others.members {
            guard union[member.name] == nil else { throw .malformed("\(member.name.prefix(64)) stands in both headers") }
            union[member.name] = member.value
        }
        return union
    }
}
