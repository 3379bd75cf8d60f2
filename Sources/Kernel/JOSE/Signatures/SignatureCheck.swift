import Primitives

/// One signature with what it covers, whatever serialisation it came in.
struct SignatureCheck {
    let header: JOSEHeader
    let protectedHeader: JOSEHeader
    let signature: [UInt8]
    let input: [UInt8]

    /// RFC 7515 §5.2 step 8, with the keys whose type fits the algorithm.
    func verified(
        payload: [UInt8], keys: some VerificationKeySource, allowing algorithms: Set<SignatureAlgorithm>
    ) throws(JWSError) -> JWS.Verified {
        let algorithm = try algorithm(among: algorithms)
        var tried = false
        for key in keys.verificationKeys(for: header) {
            guard let checker = key.checker(for: algorithm) else { continue }
            tried = true
            guard checker.accepts(signature, over: input) else { continue }
            return JWS.Verified(
                header: header, protectedHeader: protectedHeader, payload: payload, algorithm: algorithm, keyID: key.keyID)
        }
        guard tried else {
            throw JWSError(.noMatchingKey, "no key for \(algorithm.rawValue) with kid \((header.keyID ?? "(none)").prefix(64))")
        }
        throw JWSError(.invalidSignature, "the signature is not the key's over this content")
    }

    private func algorithm(among allowed: Set<SignatureAlgorithm>) throws(JWSError) -> SignatureAlgorithm {
        guard let name = header.algorithm else { throw JWSError(.malformed, "alg is missing in the header") }
        guard let algorithm = SignatureAlgorithm(exactly: name), allowed.contains(algorithm) else {
            let allowed = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            throw JWSError(.algorithmNotAllowed, "alg \(name.prefix(32)) in the header; this verifier allows \(allowed)")
        }
        return algorithm
    }
}
