public import Foundation
import OIDC
import Primitives

/// The OAuth 2.0 and OpenID Connect tokens of a user. Encoded, it holds them readably: an app that stores it has to guard it.
public final class AccessToken: Token, @unchecked Sendable {  // nothing of it changes
    /// Seconds from when the token was obtained until it expires; 0 when the server did not say.
    public let expiresIn: Int
    /// `Bearer`.
    public let tokenType: String
    /// Scopes, separated by spaces; empty when the server named none.
    public let scope: String
    /// The token that gets new access tokens; nil when the server issued none.
    public let refreshToken: String?
    /// The ID token in its compact form; nil when the server issued none.
    public let idToken: String?
    /// The time when the access token expires; in the distant future when the server did not say.
    public let expiration: Date

    init(_ tokens: TokenSet) {
        expiresIn = tokens.lifetime ?? 0
        tokenType = tokens.tokenType
        scope = tokens.scope ?? ""
        refreshToken = tokens.refreshToken?.reveal()
        idToken = tokens.idToken?.reveal()
        expiration = tokens.expires ?? .distantFuture
        super.init(tokens.accessToken.reveal())
    }

    /// Whether the access token has expired.
    public var isExpired: Bool { expiration <= Environment.current.time.now }

    /// The value of an `Authorization` header: type and token.
    public func buildAuthorizationHeader() -> String { "\(tokenType) \(value)" }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AccessToken else { return false }
        return (value, refreshToken, idToken) == (other.value, other.refreshToken, other.idToken)
    }

    /// The scope alone: the tokens are left out, so that they aren't printed by accident.
    public override var description: String { "AccessToken(scope: \(scope))" }

    // MARK: - Coding

    private enum CodingKeys: String, CodingKey { case expiresIn, tokenType, scope, refreshToken, idToken, expiration }

    public override class var supportsSecureCoding: Bool { true }
    public required convenience init?(coder: NSCoder) {
        guard let archived = coder.archivedToken else { return nil }
        do { try self.init(from: archived) } catch { return nil }
    }

    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        expiresIn = try values.decode(Int.self, forKey: .expiresIn)
        tokenType = try values.decode(String.self, forKey: .tokenType)
        scope = try values.decode(String.self, forKey: .scope)
        refreshToken = try values.decodeIfPresent(String.self, forKey: .refreshToken)
        idToken = try values.decodeIfPresent(String.self, forKey: .idToken)
        expiration = try values.decode(Date.self, forKey: .expiration)
        try super.init(from: decoder)
    }

    public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(expiresIn, forKey: .expiresIn)
        try values.encode(tokenType, forKey: .tokenType)
        try values.encode(scope, forKey: .scope)
        try values.encodeIfPresent(refreshToken, forKey: .refreshToken)
        try values.encodeIfPresent(idToken, forKey: .idToken)
        try values.encode(expiration, forKey: .expiration)
    }
}
