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
    /// The id of the realm.
    package let realm: UUID
    /// The id of the application that received the grant (`client_id`).
    package let application: String
    /// The id of the user who gave it.
    package let user: UUID
    /// The handle of the session in which it was given.
    package let session: String
    /// The issuer of the tokens under the grant (`iss`).
    package let issuer: String
    package let scope: Scope
    /// The time when the user proved who they are; `auth_time` of ID tokens.
    package let authenticated: Date
    /// The authentication context class that the sign-in satisfied, `acr` of ID tokens; nil when none was asked for.
    package let contextClass: String?
    /// The `nonce` of the authorization request; nil when it had none.
    package let nonce: String?
    /// The redirect URI of the authorization request, which the token request has to repeat (RFC 6749 §4.1.3).
    package let redirectURI: String
    /// The PKCE challenge, always S256.
    package let challenge: String
    /// The mobile payload of the request, if the sign-in used it; see ``MobilePayloads``.
    package var payload: String?
    /// The time when the authorization code was issued.
    package let created: Date
    /// The number of the credential that is good now, and until when it is.
    package var generation: Int64
    /// The time when the good credential expires.
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
