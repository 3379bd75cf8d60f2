public import Foundation
public import JOSE
import Primitives

extension SDJWTPolicy {
    /// Verifies an SD-JWT at a moment, in the order of RFC 9901 §7.3 and §7.1.
    ///
    /// - Parameter keys: the keys of the issuer that the caller trusts.
    /// - Throws: ``SDJWTError``, with the code of the first step that fails.
    public func verify(_ token: SDJWT, keys: some VerificationKeySource, at now: Date) throws(SDJWTError) -> VerifiedSDJWT {
        // §7.3 steps 1 and 2, §7.2.
        switch binding {
        case .required where token.keyBinding == nil: throw SDJWTError(.missingKeyBinding, "the holder's proof is missing")
        case .refused where token.keyBinding != nil: throw SDJWTError(.unexpectedKeyBinding, "a holder's proof that is not asked for")
        default: break
        }
        // §7.1 step 2.
        let verified = try verifyIssuer(token, keys)
        let signed = try Self.object(verified.payload, limits)
        try check(verified.header, signed)
        let hash = try hash(in: signed)
        // Steps 3 to 5.
        var payload = signed
        payload["_sd_alg"] = nil
        var reader = try DisclosureReader(token.disclosures, hash: hash, limits: limits)
        let (members, disclosed) = try reader.read(payload)
        // Step 6.
        let claims = try claims(members, at: now)
        // §7.3 step 5.
        let holder = Self.holder(in: claims)
        let isBound = try checkBinding(of: token, hash: hash, holder: holder, at: now)
        return VerifiedSDJWT(
            token: token, header: verified.header, claims: claims, signed: signed, payload: verified.payload, disclosed: disclosed,
            hash: hash, holder: holder, isBound: isBound)
    }

    /// Verifies the holder's proof where one is required; false where none is.
    private func checkBinding(of token: SDJWT, hash: DisclosureHash, holder: JWK?, at now: Date) throws(SDJWTError) -> Bool {
        guard case .required(let audience, let nonce, let maximumAge) = binding, let proof = token.keyBinding else { return false }
        guard let key = holder.flatMap({ try? VerificationKey($0) }) else {
            throw SDJWTError(.missingHolderKey, "cnf names no key that verifies signatures")
        }
        let check = KeyBindingCheck(
            audience: audience, nonce: nonce, maximumAge: maximumAge, leeway: leeway, algorithms: algorithms, limits: limits.tokens)
        try check.verify(proof, of: token, hash: hash, key: key, at: now)
        return true
    }

    private func verifyIssuer(_ token: SDJWT, _ keys: some VerificationKeySource) throws(SDJWTError) -> JWS.Verified {
        do { return try JWS.verify(token.issuerToken, with: keys, allowing: algorithms, limits: limits.tokens) } catch {
            let code: SDJWTError.Code =
                switch error.code {
                case .tooLarge: .tooLarge
                case .algorithmNotAllowed: .algorithmNotAllowed
                case .noMatchingKey: .noMatchingKey
                case .invalidSignature: .invalidSignature
                default: .malformed
                }
            throw SDJWTError(code, "the issuer's token: \(error.reason)", underlying: error)
        }
    }

    private static func object(_ payload: [UInt8], _ limits: SDJWTLimits) throws(SDJWTError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: payload, limits: limits.tokens.claims) } catch {
            let code: SDJWTError.Code = error.code == .malformed || error.code == .duplicateMember ? .malformed : .tooLarge
            throw SDJWTError(code, "the payload is \(error.reason)", underlying: error)
        }
        guard let object = value.object else { throw SDJWTError(.malformed, "the payload is not a JSON object") }
        return object
    }

    private func check(_ header: JOSEHeader, _ payload: JSONObject) throws(SDJWTError) {
        if let type, !header.hasType(type) {
            throw SDJWTError(.wrongType, "typ is \(header.type?.prefix(64) ?? "missing"); expected \(type)")
        }
        if let issuer, payload["iss"]?.string != issuer {
            throw SDJWTError(.wrongIssuer, "iss is \(payload["iss"]?.string?.prefix(128) ?? "missing"); expected \(issuer)")
        }
    }

    private func hash(in payload: JSONObject) throws(SDJWTError) -> DisclosureHash {
        guard let named = payload["_sd_alg"] else {
            guard hashes.contains(.sha256) else { throw SDJWTError(.hashNotAllowed, "digests by SHA-256") }
            return .sha256
        }
        guard let name = named.string, let hash = DisclosureHash(exactly: name), hashes.contains(hash) else {
            throw SDJWTError(.hashNotAllowed, "digests by \(named.string?.prefix(32) ?? "no named algorithm")")
        }
        return hash
    }

    private func claims(_ members: JSONObject, at now: Date) throws(SDJWTError) -> JWTClaims {
        let policy = JWTPolicy(
            algorithms: [], issuer: nil, audience: audience, type: nil, leeway: leeway, requiredClaims: requiredClaims)
        do {
            let claims = try JWTClaims(members)
            try policy.check(claims, at: now)
            return claims
        } catch {
            let code: SDJWTError.Code =
                switch error.code {
                case .missingClaim: .missingClaim
                case .expired: .expired
                case .notYetValid: .notYetValid
                case .wrongAudience: .wrongAudience
                default: .malformed
                }
            throw SDJWTError(code, error.reason, underlying: error)
        }
    }

    /// The key in `cnf` (RFC 7800 §3.2).
    private static func holder(in claims: JWTClaims) -> JWK? {
        guard let members = claims["cnf"]?["jwk"]?.object else { return nil }
        return (try? JWK(members))?.publicKey
    }
}
