package import Directory
package import Foundation
import OAuthMessages
import Primitives

/// The bearer of an access token.
package struct Bearer: Sendable, Equatable {
    /// nil when the client acts for itself.
    package let user: User?
    package let client: String
    package let scope: Scope
    /// The time when the user proved who they are, in the sign-in that the token goes back to; nil when the client acts for itself.
    package var authenticated: Date?
    /// The handle of the session in which the token was granted, which may be over; nil when the client acts for itself.
    package var session: String?

    package init(user: User?, client: String, scope: Scope, authenticated: Date? = nil, session: String? = nil) {
        self.user = user
        self.client = client
        self.scope = scope
        self.authenticated = authenticated
        self.session = session
    }
}

/// Finds the bearers of access tokens.
package protocol BearerSource: Sendable {
    /// The bearer of an access token of a realm that is meant for the realm's own endpoints; nil when it is none, expired or revoked, or its
    /// user or client may do nothing any more.
    func bearer(of text: String, in realm: Realm, issuer: Issuer) async throws -> Bearer?
}
