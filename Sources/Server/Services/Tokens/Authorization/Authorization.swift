import Foundation
package import OAuthMessages
package import Primitives
import Store

/// The authorization endpoint's rules: who may be sent a code, where to, and whether somebody must sign in first.
package struct Authorization: Sendable {
    let applications: Applications
    let keys: SigningKeys
    let sessions: SessionRegistry
    let clients: ClientAuthenticator
    let pushed: PushedRequests
    let database: any Database
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    /// Answers an authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2).
    ///
    /// - Parameters:
    ///   - form: the parameters of the query or the body.
    ///   - token: the session token presented with the request.
    /// - Throws: an `OAuthError` to show rather than redirect, as long as it isn't certain that the redirect URI is the client's.
    package func respond(
        to form: FormBody, session token: Secret?, in realm: Realm, issuer: Issuer
    ) async throws -> AuthorizationOutcome {
        let application = try await application(try form.required("client_id"), in: realm)
        let pushedURI = try form.value("request_uri")
        let request = try CheckedRequest(
            try await parameters(form, pushedURI, application, realm), application: application, issuer: issuer)
        do {
            let turn = Turn(
                content: try request.content.get(), form: form, pushedURI: pushedURI, realm: realm,
                session: try await session(token, in: realm))
            return try await decide(request, turn)
        } catch let error as OAuthError {
            return .redirect(request.failure(error))
        }
    }

    /// Keeps a pushed request after checking it and the client (RFC 9126 §2.1).
    package func push(
        _ form: FormBody, credentials: ClientCredentials, in realm: Realm, issuer: Issuer, from address: String
    ) async throws -> PushedAuthorizationResponse {
        let application = try await clients.authenticate(credentials, in: realm, from: address)
        guard try form.value("request_uri") == nil else {
            throw OAuthError(.invalidRequest, "a pushed request can't name another by request_uri")
        }
        var kept = FormBody(form.parameters.filter { !["client_id", "client_secret"].contains($0.name) }.map { ($0.name, $0.value) })
        kept.append("client_id", application.id)
        _ = try CheckedRequest(kept, application: application, issuer: issuer).content.get()
        let lifetime = realm.settings.pushedRequestLifetime
        return PushedAuthorizationResponse(
            requestURI: try await pushed.keep(kept, for: application, lifetime: lifetime), expiresIn: lifetime)
    }

    private func application(_ id: String, in realm: Realm) async throws -> Application {
        guard let application = try await applications.application(id, in: realm.id), application.settings.isEnabled else {
            throw OAuthError(.invalidClient, "no client \(id.prefix(128))")
        }
        return application
    }

    private func session(_ token: Secret?, in realm: Realm) async throws -> Session? {
        guard let token, !token.isEmpty else { return nil }
        return try await sessions.session(token, in: realm.id)
    }

    /// The parameters that count: those of the request, or of the pushed one that it names. To the latter only `prompt` and our own
    /// marker are added (RFC 9126 §4).
    private func parameters(
        _ form: FormBody, _ pushedURI: String?, _ application: Application, _ realm: Realm
    ) async throws -> FormBody {
        guard let pushedURI else { return form }
        var kept = try await pushed.request(pushedURI, of: application.id, realm: realm.id)
        if try kept.value("prompt") == nil { kept.append("prompt", try form.value("prompt")) }
        kept.append(SignInMarker.parameter, try form.value(SignInMarker.parameter))
        return kept
    }
}

extension Authorization {
    /// One request with all that the decision needs.
    struct Turn: Sendable {
        let content: CheckedRequest.Content
        /// The parameters as they came, to come back with.
        let form: FormBody
        let pushedURI: String?
        let realm: Realm
        let session: Session?
    }
}
