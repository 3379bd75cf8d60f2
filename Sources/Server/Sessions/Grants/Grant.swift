package import Foundation
import Primitives
import Store
package import Directory

/// A user's grant to an application: one row from the authorization code to the last refresh.
///
/// Its credentials are numbered. Generation 0 is the code, each refresh token is the next; only the current one is good, and an
/// earlier one that turns up again ends the grant (RFC 6749 §4.1.2, RFC 9700 §4.14.2). Revoking a grant deletes the row
/// (docs/decisions/0010-numbered-credentials.md).
package struct Grant: Sendable, Equatable {
    /// 128 random bits. Not a secret: access tokens carry it.
    package let id: UUID
    package let realm: UUID
    package let application: String
    package let user: UUID
    /// The handle of the session in which it was given.
    package let session: String
    package let issuer: String
    package let scope: Scope
    package let authenticated: Date
    package let contextClass: String?
    package let nonce: String?
    package let redirectURI: String
    /// The PKCE challenge, always S256.
    package let challenge: String
    /// The mobile payload of the request, if the sign-in used it; see ``MobilePayloads``.
    package var payload: String?
    package let created: Date
    /// The number of the credential that is good now, and until when it is.
    package var generation: Int64
    package var expires: Date
    /// The time when the grant and all that was issued under it end for good.
    package var ends: Date

    package init(
        id: UUID, realm: UUID, application: String, user: UUID, session: String, issuer: String, scope: Scope, authenticated: Date,
        contextClass: String?, nonce: String?, redirectURI: String, challenge: String, payload: String? = nil, created: Date,
        generation: Int64, expires: Date, ends: Date
    ) {
        self.id = id
        self.realm = realm
        self.application = application
        self.user = user
        self.session = session
        self.issuer = issuer
        self.scope = scope
        self.authenticated = authenticated
        self.contextClass = contextClass
        self.nonce = nonce
        self.redirectURI = redirectURI
        self.challenge = challenge
        self.payload = payload
        self.created = created
        self.generation = generation
        self.expires = expires
        self.ends = ends
    }
}

extension Grant {
    init(_ row: Row) throws {
        id = try row.uuid("id")
        realm = try row.uuid("realm")
        application = try row.text("application")
        user = try row.uuid("user_id")
        session = try row.text("session")
        issuer = try row.text("issuer")
        scope = Scope(stored: try row.text("scope"))
        authenticated = try row.date("authenticated")
        contextClass = try row.optionalText("context_class")
        nonce = try row.optionalText("nonce")
        redirectURI = try row.text("redirect_uri")
        challenge = try row.text("challenge")
        payload = try row.optionalText("payload")
        created = try row.date("created")
        generation = try row.int("generation")
        expires = try row.date("expires")
        ends = try row.date("ends")
    }
}
