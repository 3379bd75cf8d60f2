import DeviceFoundation
import JOSE
import OAuthMessages
import Primitives

/// Verifies ID tokens (OpenID Connect Core §3.1.3.7, §12.2).
struct IDTokenCheck: Sendable {
    let registration: Registration
    let directory: ProviderDirectory
    let time: any TimeSource

    /// The subject of a token that belongs to us. `nonce` is that of the request, `subject` that of the token which this one
    /// follows after a refresh.
    func verify(_ token: String, nonce: String? = nil, subject: String? = nil) async throws(OIDCError) -> String {
        let claims = try await claims(of: token)
        // §3.1.3.7 steps 4 and 5: of several audiences we must be the one it was issued to.
        if claims.audience.count > 1 || claims["azp"] != nil {
            guard claims["azp"]?.string == registration.clientID else { throw refusal("azp is not \(registration.clientID)") }
        }
        // Step 11.
        if let nonce, claims["nonce"]?.string != nonce { throw refusal("its nonce is not the one that was sent") }
        guard let found = claims.subject, !found.isEmpty else { throw refusal("it has no sub") }
        if let subject, subject != found { throw refusal("it is about \(found.prefix(64)), the one before about \(subject.prefix(64))") }
        return found
    }

    private func claims(of token: String) async throws(OIDCError) -> JWTClaims {
        let policy = JWTPolicy(
            algorithms: SignatureAlgorithm.asymmetric, issuer: try await directory.document().issuer,
            audience: registration.clientID, type: nil, requiredClaims: ["exp", "iat", "sub"])
        let keys = try await directory.keys()
        do throws(JWTError) {
            return try policy.verify(token, keys: keys, at: time.now).claims
        } catch {
            // The server may have changed its keys since they were read.
            guard error.code == .signature else { throw refusal(error) }
        }
        return try verify(token, by: policy, with: try await directory.keys(again: true))
    }

    private func verify(_ token: String, by policy: JWTPolicy, with keys: VerificationKeys) throws(OIDCError) -> JWTClaims {
        do { return try policy.verify(token, keys: keys, at: time.now).claims } catch { throw refusal(error) }
    }

    private func refusal(_ reason: String) -> OIDCError { OIDCError(.invalidIDToken, "the ID token was refused: \(reason)") }

    private func refusal(_ error: JWTError) -> OIDCError {
        OIDCError(.invalidIDToken, "the ID token was refused: \(error.reason)", underlying: error)
    }
}
