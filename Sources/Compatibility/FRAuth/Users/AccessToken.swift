public import Foundation
import OIDC
import Primitives

/// The OAuth 2.0 and OpenID Connect tokens of a user.
public struct AccessToken: Sendable, Equatable, CustomStringConvertible {
    /// The access token.
    public let value: String
    /// `Bearer`.
    public let tokenType: String?
    /// Scopes, separated by spaces.
    public let scope: String?
    public let refreshToken: String?
    public let idToken: String?
    /// When the access token expires; nil when the server did not say.
    public let expiration: Date?

    init(_ tokens: TokenSet) {
        value = tokens.accessToken.reveal()
        tokenType = tokens.tokenType
        scope = tokens.scope
        refreshToken = tokens.refreshToken?.reveal()
        idToken = tokens.idToken?.reveal()
        expiration = tokens.expires
    }

    /// Whether the access token has expired.
    public var isExpired: Bool { expiration.map { $0 <= Environment.current.time.now } ?? false }

    /// Without the tokens, so that they aren't printed by accident.
    public var description: String { "AccessToken(scope: \(scope ?? "none"))" }
}
