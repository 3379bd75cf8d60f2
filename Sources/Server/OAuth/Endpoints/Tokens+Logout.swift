import Foundation
package import OAuthMessages
package import Primitives
import Store
package import Sessions
package import Directory
import Foundations

extension Tokens {
    /// The demand of a client on the end session endpoint (OpenID Connect RP-Initiated Logout §2).
    package struct LogoutRequest: Sendable {
        /// `id_token_hint`: an ID token that names user and client, also an expired one; nil for none.
        package let idTokenHint: String?
        /// `client_id`; nil for none.
        package let client: String?
        /// `post_logout_redirect_uri`: the address that the browser goes to afterwards; nil for none.
        package var redirectURI: String?
        /// `state`, which comes back with the redirect; nil for none.
        package let state: String?

        /// Reads the parameters.
        package init(form: FormBody) throws(OAuthError) {
            idTokenHint = try form.given("id_token_hint")
            client = try form.given("client_id")
            redirectURI = try form.given("post_logout_redirect_uri")
            state = try form.given("state")
        }

        /// The parameters, absent ones left out.
        package var form: FormBody {
            var form = FormBody()
            form.append("id_token_hint", idTokenHint)
            form.append("client_id", client)
            form.append("post_logout_redirect_uri", redirectURI)
            form.append("state", state)
            return form
        }
    }

    /// The state of the user's confirmation: whether it can be asked for, or was given.
    package enum LogoutConfirmation: Sendable {
        /// There is no page to ask on: what would have to be asked is refused.
        case impossible
        case possible
        case given
    }

    /// The result of a logout.
    package enum LogoutOutcome: Sendable, Equatable {
        /// It is over; where to send the browser, nil when it isn't to be sent anywhere.
        case done(String?)
        /// The user of the session at hand must say whether to end it.
        case question(UserSession)
    }

    /// Ends the session of an ID token, and the browser's when one of them is the same user's; with each go the grants given in it, but for
    /// those with `offline_access`.
    ///
    /// A log-out of one of the browser's sessions is one of all, those of other realms among them: a cookie that another host of the domain has planted neither saves the user's
    /// own, nor is what the user goes on in. Without an ID token of this realm, or with that of a user whose none of them is, they end only
    /// once the user has said so: a page elsewhere must not be able to log a user out (§2). The browser is sent on only to what the client has registered, and the client
    /// is known by the ID token, or by `client_id` where there is none (§3).
    ///
    /// - Parameter tokens: all session tokens presented with the request.
    /// - Throws: `invalid_request` for another client's hint or a redirect URI that isn't registered; and for a hint that is missing or that
    ///   the realm hasn't signed where the user can't be asked.
    package func logOut(
        _ request: LogoutRequest, sessions tokens: [Secret], in realm: Realm, issuer: Issuer,
        confirmation: LogoutConfirmation = .impossible
    ) async throws -> LogoutOutcome {
        let hint = try await hint(of: request, in: realm, issuer: issuer, confirmation)
        let target = try await target(of: request, hint, realm)
        let sessions = try await presented(tokens, realm)
        if let hint, let handle = hint.session { try await end(handle, of: hint.user, for: hint.application, realm) }
        guard let first = sessions.first else { return .done(target) }
        if !sessions.contains(where: { $0.user == hint?.user }) {
            if confirmation == .possible { return .question(first) }
            guard confirmation == .given else { return .done(target) }
        }
        for session in sessions { try await end(session.handle, of: session.user, for: hint?.application ?? request.client, realm) }
        try await endElsewhere(tokens)
        return .done(target)
    }

    private func hint(
        of request: LogoutRequest, in realm: Realm, issuer: Issuer, _ confirmation: LogoutConfirmation
    ) async throws -> IDTokenHint? {
        let keys = try await keys.keys(of: realm.id)
        guard let hint = request.idTokenHint.flatMap({ IDTokenHint($0, keys: keys, issuer: issuer) }) else {
            guard confirmation == .impossible else { return nil }
            throw OAuthError(.invalidRequest, "id_token_hint is missing or not an ID token of this realm")
        }
        guard request.client == nil || request.client == hint.application else {
            throw OAuthError(.invalidRequest, "client_id and id_token_hint name different clients")
        }
        return hint
    }

    private func presented(_ tokens: [Secret], _ realm: Realm) async throws -> [UserSession] {
        var living: [UserSession] = []
        for token in tokens { if let session = try await sessions.peek(token, in: realm.id) { living.append(session) } }
        return living
    }

    /// Returns where the browser goes afterwards. A hint that can't be verified is an error in the request, after which no browser is sent
    /// on (§3).
    private func target(of request: LogoutRequest, _ hint: IDTokenHint?, _ realm: Realm) async throws -> String? {
        guard let uri = request.redirectURI, hint != nil || request.idTokenHint == nil,
            let client = hint?.application ?? request.client
        else { return nil }
        let application = try await applications.application(client, in: realm.id)
        guard let application, application.settings.isEnabled, application.settings.postLogoutRedirectURIs.contains(uri) else {
            throw OAuthError(.invalidRequest, "post_logout_redirect_uri is not registered")
        }
        guard let state = request.state else { return uri }
        return RedirectURI.appending(FormBody([("state", state)]).encoded, to: uri)
    }

    /// Ends the sessions of other realms that the browser holds, once it has rightly logged out of one of this realm.
    private func endElsewhere(_ tokens: [Secret]) async throws {
        let now = time.now
        guard try await !database.lookUp({ try SessionRegistry.living(tokens, at: now, in: $0) }).isEmpty else { return }
        try await database.write { [audit] transaction in
            _ = try SessionRegistry.logOut(everyOf: tokens, at: now, audit, in: transaction)
        }
    }

    private func end(_ handle: String, of user: UUID, for client: String?, _ realm: Realm) async throws {
        let event = AuditEvent(
            .sessionEnded, at: time.now, realm: realm.path.description, user: user.text,
            client: client.map { String($0.prefix(128)) }, session: handle)
        try await database.write { [self] transaction in
            guard try SessionRegistry.logOut(handle: handle, realm: realm.id, in: transaction) else { return }
            try audit.append(event, in: transaction)
        }
    }
}
