import JOSE
import OAuthMessages
import Primitives
import Foundations

/// The endpoints of a provider, the issuer that it says it is, and the keys with which it signs.
struct ProviderMetadata: Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let userInfoEndpoint: String?
    let introspectionEndpoint: String?
    let keysEndpoint: String
    /// Whether the answer of the authorization endpoint says who gives it (RFC 9207).
    let namesIssuer: Bool

    /// Takes what a provider's own settings say, and its discovery document where they say nothing.
    init(_ provider: IdentityProvider, _ document: DiscoveryDocument?) throws(FederationError) {
        func url(_ set: String?, _ found: String?, _ name: String) throws(FederationError) -> String {
            guard let url = set ?? found, OutboundURL.isSafe(url) else {
                throw FederationError(.unavailable, "the provider \(provider.name) has no \(name)")
            }
            return url
        }
        guard let issuer = provider.issuer ?? document?.issuer else {
            throw FederationError(.unavailable, "the provider \(provider.name) has no issuer")
        }
        self.issuer = issuer
        authorizationEndpoint = try url(provider.authorizationEndpoint, document?.authorizationEndpoint, "authorization endpoint")
        tokenEndpoint = try url(provider.tokenEndpoint, document?.tokenEndpoint, "token endpoint")
        keysEndpoint = try url(provider.keysEndpoint, document?.jwksURI, "keys")
        userInfoEndpoint = (provider.userInfoEndpoint ?? document?.userInfoEndpoint).flatMap { OutboundURL.isSafe($0) ? $0 : nil }
        introspectionEndpoint = (document?.introspectionEndpoint).flatMap { OutboundURL.isSafe($0) ? $0 : nil }
        namesIssuer = document?.supportsIssuerInResponse ?? false
    }
}
