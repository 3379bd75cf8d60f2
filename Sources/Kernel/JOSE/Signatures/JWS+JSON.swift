public import Primitives

extension JWS {
    /// One of the signatures of a JSON serialisation that is to be made.
    public struct Signer: Sendable {
        /// The key.
        public var key: SigningKey
        /// Members that the signature covers, besides `alg` and `kid`, which come from the key.
        public var header: JSONObject
        /// Members that it does not cover (RFC 7515 §7.2.1, `header`).
        public var unprotectedHeader: JSONObject

        /// A signer; without further members unless given.
        public init(_ key: SigningKey, header: JSONObject = JSONObject(), unprotectedHeader: JSONObject = JSONObject()) {
            self.key = key
            self.header = header
            self.unprotectedHeader = unprotectedHeader
        }
    }

    /// The signatures, of several, that must be good (RFC 7515 §5.2: the application decides).
    public enum Requirement: Sendable {
        /// Each of them.
        case all
        /// One signature at least; those that aren't good are left out of the result.
        case any
    }

    /// Signs a payload in the general JSON serialisation (RFC 7515 §7.2.1). Throws as ``sign(_:with:header:)``, and
    /// ``JWSError/Code/reservedHeader`` when a member is in both headers of a signer.
    public static func signGeneral(_ payload: some Collection<UInt8>, by signers: [Signer]) throws(JWSError) -> JSONObject {
        let text = Base64URL.encode(payload)
        var signatures: [JSONValue] = []
        for signer in signers { signatures.append(.object(try signer.signature(over: text))) }
        return ["payload": .string(text), "signatures": .array(signatures)]
    }

    /// Signs a payload in the flattened JSON serialisation (RFC 7515 §7.2.2). Throws as ``signGeneral(_:by:)``.
    public static func signFlattened(_ payload: some Collection<UInt8>, by signer: Signer) throws(JWSError) -> JSONObject {
        let text = Base64URL.encode(payload)
        var document: JSONObject = ["payload": .string(text)]
        for member in try signer.signature(over: text).members { document[member.name] = member.value }
        return document
    }

    /// Verifies a general or flattened JSON serialisation (RFC 7515 §5.2, §7.2).
    ///
    /// - Parameters:
    ///   - text: the JSON text.
    ///   - keys: a ``VerificationKey`` or ``VerificationKeys``.
    ///   - algorithms: the only ones that are accepted.
    ///   - requirement: whether every signature must be good (the default) or one is enough.
    ///   - detached: the payload, when the text leaves it out (RFC 7515 Appendix F).
    ///   - limits: bounds on the text and on the number of signatures.
    /// - Returns: the good signatures, in order; at least one.
    /// - Throws: ``JWSError/Code/malformed`` when there is no signature; ``JWSError`` with other codes when none is good.
    public static func verify(
        json text: some Collection<UInt8>, with keys: some VerificationKeySource, allowing algorithms: Set<SignatureAlgorithm>,
        requiring requirement: Requirement = .all, detachedPayload detached: [UInt8]? = nil, limits: JOSELimits = .standard
    ) throws(JWSError) -> [Verified] {
        let document = try SignedDocument(text, detachedPayload: detached, limits: limits)
        var verified: [Verified] = []
        var refusal = JWSError(.malformed, "the JWS has no signature")
        for signature in document.signatures {
            do {
                let check = try document.check(signature, limits: limits)
                verified.append(try check.verified(payload: document.payload, keys: keys, allowing: algorithms))
            } catch {
                if requirement == .all { throw error }
                refusal = error
            }
        }
        guard !verified.isEmpty else { throw refusal }
        return verified
    }
}

extension JWS.Signer {
    /// `protected`, `header` and `signature`.
    fileprivate func signature(over payload: String) throws(JWSError) -> JSONObject {
        for member in unprotectedHeader.members where header[member.name] != nil {
            throw JWSError(.reservedHeader, "\(member.name) stands in both headers")
        }
        do { try key.template.check(unprotectedHeader) } catch {
            throw JWSError(.reservedHeader, "\(error.name) in a header is set by the key")
        }
        let protected = try key.protectedHeader(header)
        let signature = try key.sign(protected + [UInt8(ascii: ".")] + Array(payload.utf8))
        var members: JSONObject = ["protected": .string(String(own: protected))]
        if !unprotectedHeader.isEmpty { members["header"] = .object(unprotectedHeader) }
        members["signature"] = .base64(signature)
        return members
    }
}
