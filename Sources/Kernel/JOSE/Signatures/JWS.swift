public import Primitives

/// JSON Web Signature (RFC 7515): compact serialisation here, the JSON ones in the extensions.
///
/// A verifier always says which algorithms it allows; `none` does not exist; a key is only ever used with an algorithm of its
/// own type, so a public key can't be taken for a MAC secret (RFC 8725 §2.1).
public enum JWS {
    /// A JWS that has been verified.
    public struct Verified: Sendable {
        /// The header. In the JSON serialisations it is the union of the protected and the unprotected one.
        public let header: JOSEHeader
        /// The part of the header that the signature covers; in the compact serialisation, all of it.
        public let protectedHeader: JOSEHeader
        /// The bytes that were signed as the payload.
        public let payload: [UInt8]
        /// The algorithm that it was signed with.
        public let algorithm: SignatureAlgorithm
        /// The `kid` of the key that verified it.
        public let keyID: String?
    }

    /// Signs a payload (RFC 7515 §5.1) and returns the compact serialisation (§7.1).
    ///
    /// `header` has members besides `alg` and `kid`, which come from the key (`kid` if it has one). Throws
    /// ``JWSError/Code/reservedHeader`` when it has one of these, `crit` or `b64`, and ``JWSError/Code/signingFailed``.
    public static func sign(
        _ payload: some Collection<UInt8>, with key: SigningKey, header: JSONObject = JSONObject()
    ) throws(JWSError) -> String {
        try sign(payload, with: key, under: try key.protectedHeader(header))
    }

    /// - Parameter header: the base64url text of the protected header.
    static func sign(_ payload: some Collection<UInt8>, with key: SigningKey, under header: [UInt8]) throws(JWSError) -> String {
        var token: [UInt8] = []
        // With two dots and the signature, which is 64 bytes of most keys; a longer one makes room for itself.
        token.reserveCapacity(header.count + Base64URL.encodedLength(payload.count) + Base64URL.encodedLength(64) + 2)
        token.append(contentsOf: header)
        token.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &token)
        let signature = try key.sign(token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return String(own: token)
    }

    /// Verifies a compact serialisation (RFC 7515 §5.2).
    ///
    /// - Parameters:
    ///   - token: the compact serialisation.
    ///   - keys: a ``VerificationKey`` or ``VerificationKeys``.
    ///   - algorithms: the only ones that are accepted.
    ///   - detached: the payload, when the token leaves it out (RFC 7515 Appendix F).
    ///   - limits: bounds on the token.
    /// - Throws: ``JWSError``: ``JWSError/Code/malformed`` and ``JWSError/Code/tooLarge`` of the text, ``JWSError/Code/noMatchingKey``,
    ///   ``JWSError/Code/algorithmNotAllowed`` and ``JWSError/Code/invalidSignature`` of the signature.
    public static func verify(
        _ token: String, with keys: some VerificationKeySource, allowing algorithms: Set<SignatureAlgorithm>,
        detachedPayload detached: [UInt8]? = nil, limits: JOSELimits = .standard
    ) throws(JWSError) -> Verified {
        try Unverified(token, detachedPayload: detached, limits: limits).verify(with: keys, allowing: algorithms)
    }

    /// A compact serialisation without its payload, to be sent apart from it (RFC 7515 Appendix F); nil for a text of other than three
    /// parts.
    public static func detached(_ token: String) -> String? {
        let parts = token.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 3 ? "\(parts[0])..\(parts[2])" : nil
    }
}

extension JWS {
    /// A compact serialisation that was read and not yet verified, for a caller that must look into it to know by which key. Its content
    /// is worth nothing before ``verify(with:allowing:)``.
    public struct Unverified: Sendable {
        /// The protected header as it was read.
        public let header: JOSEHeader
        /// The content's bytes, decoded from base64url and not yet trustworthy.
        public let payload: [UInt8]
        /// The bytes that its signature is over.
        public let signingInput: [UInt8]
        private let signature: [UInt8]

        /// - Throws: ``JWSError/Code/tooLarge``, ``JWSError/Code/malformed``, ``JWSError/Code/criticalHeader``.
        public init(_ token: String, limits: JOSELimits = .standard) throws(JWSError) {
            try self.init(token, detachedPayload: nil, limits: limits)
        }

        fileprivate init(_ token: String, detachedPayload detached: [UInt8]?, limits: JOSELimits) throws(JWSError) {
            guard token.utf8.count <= limits.token else { throw JWSError(.tooLarge, "a JWS longer than \(limits.token) bytes") }
            guard let parts = CompactParts(token, count: 3) else { throw JWSError(.malformed, "not the three parts of a compact JWS") }
            guard let payload = parts.decoded(1), let signature = parts.decoded(2) else {
                throw JWSError(.malformed, "the payload or signature is not base64url")
            }
            do { header = try JOSEHeader(encoded: parts[0], limits: limits.header) } catch { throw JWSError(error) }
            signingInput = try parts.signingInput(detached)
            self.payload = detached ?? payload
            self.signature = signature
        }

        /// Verifies it (RFC 7515 §5.2); the parameters are those of ``JWS/verify(_:with:allowing:detachedPayload:limits:)``.
        /// - Throws: ``JWSError``: ``JWSError/Code/noMatchingKey``, ``JWSError/Code/algorithmNotAllowed`` and
        ///   ``JWSError/Code/invalidSignature``.
        public func verify(
            with keys: some VerificationKeySource, allowing algorithms: Set<SignatureAlgorithm>
        ) throws(JWSError) -> Verified {
            try SignatureCheck(header: header, protectedHeader: header, signature: signature, input: signingInput)
                .verified(payload: payload, keys: keys, allowing: algorithms)
        }
    }
}

extension CompactParts {
    /// Returns the bytes that were signed, the payload being in the token or given apart.
    fileprivate func signingInput(_ detached: [UInt8]?) throws(JWSError) -> [UInt8] {
        guard let payload = detached else { return signingInput }
        guard self[1].isEmpty else { throw JWSError(.malformed, "the payload is there although it was given apart") }
        var input = Array(self[0]) + [UInt8(ascii: ".")]
        Base64URL.append(payload, to: &input)
        return input
    }
}

extension SigningKey {
    /// The base64url text of the protected header.
    func protectedHeader(_ extra: JSONObject) throws(JWSError) -> [UInt8] {
        do { return try template.encode(adding: extra) } catch {
            throw JWSError(.reservedHeader, "\(error.name) in a header is set by the key")
        }
    }
}

extension JWSError {
    init(_ refusal: JOSEHeader.Refusal) {
        switch refusal {
        case .malformed(let reason): self.init(.malformed, reason)
        case .critical: self.init(.criticalHeader, "crit names an extension; none is understood")
        }
    }
}
