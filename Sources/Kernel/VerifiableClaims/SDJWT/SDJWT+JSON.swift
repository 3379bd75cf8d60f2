public import Primitives

/// The JSON serialisations (RFC 9901 §8).
extension SDJWT {
    /// The JSON serialisation of a JWS that carries an SD-JWT.
    public enum Serialisation: Sendable, CaseIterable {
        /// One signature, whose members stand in the object itself (§8.2).
        case flattened
        /// An array of signatures, of which the first carries the Disclosures (§8.3).
        case general
    }

    /// Reads a flattened or general JSON serialisation. Of several signatures the first counts, which carries the Disclosures and is hashed
    /// with them (§8.1); the others are neither verified nor kept, and neither are unprotected members besides the two of §8.1.
    /// - Throws: ``SDJWTError/Code/malformed`` and ``SDJWTError/Code/tooLarge``.
    public init(json bytes: some Collection<UInt8>, limits: SDJWTLimits = .standard) throws(SDJWTError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: limits.bytes, depth: 16, values: limits.disclosures + 1024))
        } catch {
            let code: SDJWTError.Code = error.code == .malformed || error.code == .duplicateMember ? .malformed : .tooLarge
            throw SDJWTError(code, "the SD-JWT is \(error.reason)", underlying: error)
        }
        guard let document = value.object, let payload = document["payload"]?.string else {
            throw SDJWTError(.malformed, "the SD-JWT isn't a JSON object with a payload")
        }
        let (signature, others) = try Self.signatures(document)
        let hidden = ["disclosures", "kb_jwt"]
        guard !others.contains(where: { other in hidden.contains { other["header"]?[$0] != nil } }) else {
            throw SDJWTError(.malformed, "Disclosures beside a signature that isn't the first")
        }
        guard let protected = signature["protected"]?.string, let bare = signature["signature"]?.string else {
            throw SDJWTError(.malformed, "a signature without its protected header")
        }
        let header = signature["header"]
        guard let disclosures = (header?["disclosures"] ?? .array([])).strings, header?["kb_jwt"].map({ $0.string != nil }) ?? true else {
            throw SDJWTError(.malformed, "disclosures isn't an array of texts, or kb_jwt no text")
        }
        try self.init(
            parsing: SDJWT(
                issuerToken: "\(protected).\(payload).\(bare)", disclosures: disclosures, keyBinding: header?["kb_jwt"]?.string
            ).text, limits: limits)
        // A tilde within a part would have made two of it.
        guard self.disclosures == disclosures, keyBinding == header?["kb_jwt"]?.string else {
            throw SDJWTError(.malformed, "a tilde within a part of the SD-JWT")
        }
    }

    /// The first signature's members, and the others'.
    private static func signatures(_ document: JSONObject) throws(SDJWTError) -> (JSONObject, ArraySlice<JSONValue>) {
        guard let listed = document["signatures"] else { return (document, []) }
        let isMixed = ["signature", "protected", "header"].contains { document[$0] != nil }
        guard let all = listed.array, let first = all.first?.object, !isMixed else {
            throw SDJWTError(.malformed, "signatures isn't an array of objects, or stands beside a flattened signature")
        }
        return (first, all.dropFirst())
    }

    /// The JSON serialisation.
    /// - Throws: ``SDJWTError/Code/malformed`` when the issuer's token isn't a compact JWS.
    public func json(_ form: Serialisation = .flattened) throws(SDJWTError) -> JSONObject {
        let parts = issuerToken.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw SDJWTError(.malformed, "the issuer's token isn't a compact JWS") }
        var header: JSONObject = ["disclosures": .array(disclosures.map(JSONValue.string))]
        header["kb_jwt"] = keyBinding.map(JSONValue.string)
        let signature: JSONObject = [
            "header": .object(header), "protected": .string(String(parts[0])), "signature": .string(String(parts[2])),
        ]
        var document: JSONObject = ["payload": .string(String(parts[1]))]
        switch form {
        case .flattened: for member in signature.members { document[member.name] = member.value }
        case .general: document["signatures"] = .array([.object(signature)])
        }
        return document
    }
}
