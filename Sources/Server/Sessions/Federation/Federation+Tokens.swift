package import JOSE
package import Primitives

extension Federation {
    /// The source of the keys of a user's ID tokens.
    package enum TokenKeys: Sendable {
        /// A discovery document, by its address; it must name the token's issuer.
        case discovery(String)
        /// A JWK set, by its address.
        case keySet(String)
        /// The secret of the client for which they are.
        case secret(Secret)
    }

    /// The claims of an ID token that a client brings along.
    ///
    /// - Throws: ``FederationError``: `notAuthentic` when it isn't one, `unavailable` when that can't be seen.
    package func claims(
        of idToken: String, by policy: IDTokenPolicy, keys: TokenKeys
    ) async throws(FederationError) -> JWTClaims {
        switch keys {
        case .keySet(let url): return try await directory.verify(idToken, by: policy, keysAt: url)
        case .discovery(let url):
            var provider = IdentityProvider("token", kind: .oidc, clientID: policy.clients.first ?? "", redirectURI: "")
            (provider.issuer, provider.discovery) = (policy.issuer, url)
            return try await directory.verify(idToken, by: policy, keysAt: try await directory.metadata(of: provider).keysEndpoint)
        case .secret(let secret):
            var policy = policy
            policy.algorithms = [.hs256, .hs384, .hs512]
            do {
                return try policy.verify(idToken, keys: try VerificationKey(JWK(.symmetric(secret))), at: time.now)
            } catch { throw FederationError(.notAuthentic, "the ID token was refused: \(error)") }
        }
    }
}
