import Foundation
import JOSE
import Primitives
import Synchronization

/// The tokens by which Apple knows a team (Apple: Establishing a token-based connection to APNs): each is used for a while, since Apple
/// refuses one that is older than an hour, and one that is made within twenty minutes of the last.
final class APNsTokens: Sendable {
    private static let lifetime: TimeInterval = 40 * 60
    private static let shortestLife: TimeInterval = 20 * 60
    /// The number of tokens that are kept.
    private static let limit = 1000

    private let time: any TimeSource
    private let made = Mutex<[UUID: CachedToken]>([:])

    private struct CachedToken {
        let token: String
        let at: Date
        /// The time when the credential was last changed: another key makes another token.
        let credential: Date
    }

    init(time: any TimeSource) { self.time = time }

    /// The token to show for credentials.
    func token(_ key: APNsKey, of credential: PushCredential) throws -> String {
        let now = time.now
        if let known = made.withLock({ $0[credential.id] }), known.credential == credential.updated,
            abs(now.timeIntervalSince(known.at)) < Self.lifetime
        {
            return known.token
        }
        var claims = JWTClaims()
        claims.issuer = key.teamID
        claims.issuedAt = now
        let token = try JWS.sign(JSONValue.object(claims.members).encoded, with: key.signingKey)
        made.withLock { made in
            if made.count >= Self.limit { made = [:] }
            made[credential.id] = CachedToken(token: token, at: now, credential: credential.updated)
        }
        return token
    }

    /// Forgets a token that Apple finds too old; false when it is too young for a new one.
    func renew(_ credential: PushCredential) -> Bool {
        let now = time.now
        return made.withLock { made in
            guard let known = made[credential.id], abs(now.timeIntervalSince(known.at)) >= Self.shortestLife else { return false }
            made[credential.id] = nil
            return true
        }
    }
}
