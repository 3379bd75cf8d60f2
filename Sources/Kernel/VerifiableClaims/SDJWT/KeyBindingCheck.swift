import Foundation
import JOSE
import Primitives

/// The checks of a holder's proof (RFC 9901 §7.3 step 5).
struct KeyBindingCheck {
    let audience: String
    let nonce: String
    let maximumAge: TimeInterval
    let leeway: TimeInterval
    let algorithms: Set<SignatureAlgorithm>
    let limits: JOSELimits

    func verify(
        _ proof: String, of token: SDJWT, hash: DisclosureHash, key: VerificationKey, at now: Date
    ) throws(SDJWTError) {
        // Steps 5.2 and 5.3. The holder's key has no name that the proof would have to say.
        let signed: JWS.Verified
        do { signed = try JWS.verify(proof, with: VerificationKeys([key]), allowing: algorithms, limits: limits) } catch {
            let isBad = error.code == .invalidSignature || error.code == .noMatchingKey || error.code == .algorithmNotAllowed
            throw SDJWTError(isBad ? .invalidKeyBinding : .malformedKeyBinding, "the holder's proof: \(error.reason)", underlying: error)
        }
        guard signed.header.type == KeyBinding.type else {
            throw SDJWTError(.wrongKeyBindingType, "typ of the holder's proof isn't kb+jwt")
        }
        let claims = try claims(signed.payload)
        guard let issued = claims.issuedAt else { throw SDJWTError(.malformedKeyBinding, "the holder's proof has no iat") }
        guard issued <= now + leeway, now <= issued + maximumAge + leeway else {
            throw SDJWTError(.staleKeyBinding, "the holder's proof is of another time")
        }
        guard claims["nonce"]?.string == nonce else { throw SDJWTError(.wrongNonce, "the holder's proof has another nonce") }
        guard claims["aud"]?.string == audience else {
            throw SDJWTError(.wrongKeyBindingAudience, "the holder's proof is for another verifier")
        }
        guard claims["sd_hash"]?.string == hash.digest(of: token.presented) else {
            throw SDJWTError(.wrongPresentation, "the holder's proof is over another presentation")
        }
        // Step 5.8.
        let policy = JWTPolicy(algorithms: [], issuer: nil, audience: nil, type: nil, leeway: leeway, requiredClaims: [])
        do { try policy.check(claims, at: now) } catch {
            throw SDJWTError(.staleKeyBinding, "the holder's proof: \(error.reason)", underlying: error)
        }
    }

    private func claims(_ payload: [UInt8]) throws(SDJWTError) -> JWTClaims {
        let members = (try? JSONValue(parsing: payload, limits: limits.claims))?.object
        guard let members, let claims = try? JWTClaims(members) else {
            throw SDJWTError(.malformedKeyBinding, "the claims of the holder's proof aren't a JSON object of theirs")
        }
        return claims
    }
}
