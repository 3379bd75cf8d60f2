import DeviceFoundation
public import Foundation
import OAuthMessages
public import Primitives

/// The tokens that a login led to.
public struct TokenSet: Sendable, Equatable {
    /// Shown to APIs as `Authorization: Bearer …`.
    public var accessToken: Secret
    /// `Bearer`.
    public var tokenType: String
    /// The time when the access token expires; nil when the server did not say.
    public var expires: Date?
    /// Buys new tokens; nil when the server gave none.
    public var refreshToken: Secret?
    /// Says who signed in. Its signature and claims were verified when it came.
    public var idToken: Secret?
    /// Space-separated scopes, if the server named them.
    public var scope: String?
    /// The user's identifier from the ID token.
    public var subject: String?
    /// The fingerprint of the session that they were obtained with; nil for central login.
    var sessionFingerprint: String?
    /// The time for which the access token was good when it came, in seconds; nil when the server did not say.
    package var lifetime: Int?

    /// Whether the access token has expired.
    public func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// The same without the ID token, by which the server would end the session.
    var withoutIDToken: TokenSet {
        var tokens = self
        tokens.idToken = nil
        return tokens
    }

    /// True when the tokens were obtained with a session, and when there is no session to compare with.
    func belong(to session: Session?) -> Bool {
        guard let current = session?.fingerprint else { return true }
        return sessionFingerprint == current
    }

    /// Whether it will not expire within the threshold.
    func isFresh(at now: Date, threshold: Duration) -> Bool {
        !isExpired(at: now.addingTimeInterval(TimeInterval(threshold.components.seconds)))
    }
}

extension TokenSet {
    /// The tokens of an answer that came at `now`.
    init(_ response: TokenResponse, at now: Date) {
        self.init(
            accessToken: response.accessToken, tokenType: response.tokenType,
            expires: response.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) }, refreshToken: response.refreshToken,
            idToken: response.idToken.map { Secret($0) }, scope: response.scope, lifetime: response.expiresIn)
    }

    /// The tokens after a refresh: what the server left out stays as it was.
    func replaced(by response: TokenResponse, at now: Date) -> TokenSet {
        var set = TokenSet(response, at: now)
        set.refreshToken = set.refreshToken ?? refreshToken
        set.idToken = set.idToken ?? idToken
        set.scope = set.scope ?? scope
        set.subject = subject
        set.sessionFingerprint = sessionFingerprint
        return set
    }
}
