public import Foundation
import Primitives

extension JWTPolicy {
    /// Verifies a signed token at a moment. Throws ``JWTError``; a refused signature is its code ``JWTError/Code/signature``.
    public func verify(_ token: String, keys: some VerificationKeySource, at now: Date) throws(JWTError) -> JWT.Verified {
        let signed: JWS.Verified
        do { signed = try JWS.verify(token, with: keys, allowing: algorithms, limits: limits) } catch {
            throw JWTError(.signature, error.reason, underlying: error)
        }
        let claims = try claims(of: signed.payload)
        try check(signed.header)
        try check(claims, at: now)
        return JWT.Verified(header: signed.header, claims: claims, keyID: signed.keyID)
    }

    /// Checks claims that were authenticated in another way, as those of a sealed token are.
    /// - Throws: ``JWTError/Code/missingClaim``, ``JWTError/Code/wrongIssuer`` or ``JWTError/Code/wrongAudience``;
    ///   ``JWTError/Code/expired``, ``JWTError/Code/notYetValid`` or ``JWTError/Code/tooOld`` by the times.
    public func check(_ claims: JWTClaims, at now: Date) throws(JWTError) {
        for name in requiredClaims where claims[name] == nil { throw JWTError(.missingClaim, "\(name) is missing") }
        if let issuer, claims.issuer != issuer {
            throw JWTError(.wrongIssuer, "iss is \(claims.issuer?.prefix(128) ?? "missing"); expected \(issuer)")
        }
        if let audience, !claims.audience.contains(audience) {
            throw JWTError(.wrongAudience, "aud does not name \(audience)")
        }
        try checkTimes(of: claims, at: now)
    }

    private func check(_ header: JOSEHeader) throws(JWTError) {
        guard let type else { return }
        guard header.hasType(type) else {
            throw JWTError(.wrongType, "typ is \(header.type?.prefix(64) ?? "missing"); expected \(type)")
        }
    }

    private func checkTimes(of claims: JWTClaims, at now: Date) throws(JWTError) {
        if let expires = claims.expires, now >= expires + leeway { throw JWTError(.expired, "it expired at \(seconds(expires))") }
        if let start = claims.notBefore, now < start - leeway {
            throw JWTError(.notYetValid, "it is not valid before \(seconds(start))")
        }
        if let issued = claims.issuedAt, now < issued - (issueLeeway ?? leeway) {
            throw JWTError(.notYetValid, "it was issued in the future, at \(seconds(issued))")
        }
        guard let maximumAge else { return }
        guard let issued = claims.issuedAt else { throw JWTError(.missingClaim, "iat is missing") }
        guard now <= issued + maximumAge + leeway else {
            throw JWTError(.tooOld, "it was issued at \(seconds(issued)), more than \(Int(maximumAge)) seconds ago")
        }
    }

    func claims(of payload: [UInt8]) throws(JWTError) -> JWTClaims {
        let value: JSONValue
        do { value = try JSONValue(parsing: payload, limits: limits.claims) } catch {
            throw JWTError(.malformed, "the claims are \(error.reason)", underlying: error)
        }
        guard case .object(let members) = value else { throw JWTError(.malformed, "the claims are not a JSON object") }
        return try JWTClaims(members)
    }

    private func seconds(_ date: Date) -> Int64 { date.secondsSince1970 }
}
