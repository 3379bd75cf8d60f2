import Foundation
package import OAuthMessages
package import Primitives
import Store

extension Tokens {
    /// What a client asks of the end session endpoint (OpenID Connect RP-Initiated Logout §2).
    package struct LogoutRequest: Sendable {
        let idTokenHint: String
        let client: String?
        let redirectURI: String?
        let state: String?

        /// Reads the parameters.
        /// - Throws: `invalid_request` without an `id_token_hint`: a page elsewhere must not be able to log a user out.
        package init(form: FormBody) throws(OAuthError) {
            idTokenHint = try form.required("id_token_hint")
            client = try form.value("client_id")
            redirectURI = try form.value("post_logout_redirect_uri")
            state = try form.value("state")
        }
    }

    /// Ends the session of an ID token, and the browser's when it is the same user's; with each go the grants given in it, but for those
    /// with `offline_access`.
    ///
    /// - Parameter token: the session token presented with the request.
    /// - Returns: where to send the browser; nil when it isn't to be sent anywhere.
    /// - Throws: `invalid_request` for a hint that the realm hasn't signed, another client's, or a redirect URI that isn't registered.
    package func logOut(
        _ request: LogoutRequest, session token: Secret?, in realm: Realm, issuer: Issuer
    ) async throws -> String? {
        let keys = try await keys.keys(of: realm.id)
        guard let hint = IDTokenHint(request.idTokenHint, keys: keys, issuer: issuer) else {
            throw OAuthError(.invalidRequest, "id_token_hint is not an ID token of this realm")
        }
        guard request.client == nil || request.client == hint.application else {
            throw OAuthError(.invalidRequest, "client_id and id_token_hint name different clients")
        }
        let target = try await target(of: request, hint.application, realm)
        try await end(hint, alsoEnding: try await ownSession(token, of: hint, realm), realm)
        return target
    }

    /// The handle of the session presented, when it is the hinted user's.
    private func ownSession(_ token: Secret?, of hint: IDTokenHint, _ realm: Realm) async throws -> String? {
        guard let token, let session = try await sessions.peek(token, in: realm.id), session.user == hint.user else { return nil }
        return session.handle
    }

    private func target(of request: LogoutRequest, _ client: String, _ realm: Realm) async throws -> String? {
        guard let uri = request.redirectURI, !uri.isEmpty else { return nil }
        let application = try await applications.application(client, in: realm.id)
        guard let application, application.settings.isEnabled, application.settings.postLogoutRedirectURIs.contains(uri) else {
            throw OAuthError(.invalidRequest, "post_logout_redirect_uri is not registered")
        }
        guard let state = request.state else { return uri }
        return RedirectURI.appending(FormBody([("state", state)]).encoded, to: uri)
    }

    private func end(_ hint: IDTokenHint, alsoEnding own: String?, _ realm: Realm) async throws {
        let (now, handles) = (time.now, Set([hint.session, own].compactMap { $0 }).sorted())
        try await database.write { [self] transaction in
            for handle in handles where try SessionRegistry.logOut(handle: handle, realm: realm.id, in: transaction) {
                let event = AuditEvent(
                    .sessionEnded, at: now, realm: realm.path.description, user: hint.user.uuidString.lowercased(),
                    client: hint.application, session: handle)
                try audit.append(event, in: transaction)
            }
        }
    }
}
