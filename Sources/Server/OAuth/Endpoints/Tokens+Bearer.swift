package import Foundation
import OAuthMessages
import Primitives
import Store
package import Directory

/// The bearer of an access token.
package struct Bearer: Sendable, Equatable {
    /// nil when the client acts for itself.
    package let user: User?
    /// The `client_id` that the token was issued to.
    package let client: String
    package let scope: Scope
    /// The time when the user proved who they are, in the sign-in that the token goes back to; nil when the client acts for itself.
    package var authenticated: Date?
    /// The handle of the session in which the token was granted, which may be over; nil when the client acts for itself.
    package var session: String?
}

extension Tokens {
    /// The bearer of an access token of this realm that is meant for the realm's own endpoints; nil when it is none, expired or
    /// revoked, or its user or client may do nothing any more.
    package func bearer(of text: String, in realm: Realm, issuer: Issuer) async throws -> Bearer? {
        let now = time.now
        guard let token = accessTokens.verify(text, keys: try await keys.keys(of: realm.id), issuer: issuer, at: now),
            issuer.isAmong(token.audience), let holder = try await holder(of: token, in: realm, at: now)
        else { return nil }
        guard token.grant != nil else { return Bearer(user: nil, client: token.client, scope: token.scope) }
        guard let id = token.user, let user = try await database.lookUp({ try Users.user(id, realm: realm.id, in: $0) }),
            user.status == .active
        else { return nil }
        return Bearer(
            user: user, client: token.client, scope: token.scope, authenticated: holder.authenticated, session: holder.session)
    }
}
