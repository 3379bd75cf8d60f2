import Foundation
package import OAuthMessages
import Primitives
import Store
import Sessions
import Directory
import Foundations

extension Tokens {
    /// Says whether a token is active, and what it stands for (RFC 7662).
    ///
    /// Only a confidential client may ask, and it learns only of tokens that are its own, or meant for it, unless it is one that may
    /// introspect all. Everything else isn't active, whatever the reason.
    package func introspect(_ request: Request) async throws -> IntrospectionResponse {
        let text = try request.form.required("token")
        let caller = try await clients.authenticate(request.credentials, in: request.realm, from: request.address)
        guard !caller.isPublic else {
            throw OAuthError(.invalidClient, "only a client that authenticates may introspect tokens")
        }
        let call = CallContext(request: request, application: caller, keys: try await keys.keys(of: request.realm.id), now: time.now)
        if let token = accessTokens.verify(text, keys: call.keys, issuer: request.issuer, at: call.now) {
            return try await introspect(token, call)
        }
        guard let token = GrantToken(text, realm: call.realm.id, keys: call.keys, at: call.now) else { return .inactive }
        return try await introspect(token, call)
    }

    private func introspect(_ token: AccessToken, _ call: CallContext) async throws -> IntrospectionResponse {
        guard call.application.mayIntrospect(token.client, audience: token.audience),
            let username = try await holder(of: token, in: call.realm, at: call.now)
        else { return .inactive }
        var claims = token.claims
        claims["grant_id"] = nil
        claims["token_type"] = "Bearer"
        claims["username"] = username.name.map(JSONValue.string)
        return IntrospectionResponse(active: claims)
    }

    /// A refresh token is active while it is the current one. Codes may not be asked about.
    private func introspect(_ token: GrantToken, _ call: CallContext) async throws -> IntrospectionResponse {
        let grant = try await database.lookUp { transaction in
            try Grants.living(token.grant, realm: call.realm.id, at: call.now, in: transaction)
        }
        guard let grant, !token.isCode, grant.generation == token.generation, call.now < grant.expires,
            call.application.mayIntrospect(grant.application, audience: []), try await isEnabled(grant.application, call.realm)
        else { return .inactive }
        return IntrospectionResponse(active: [
            "iss": .string(grant.issuer), "sub": .string(Subject.user(grant.user).text),
            "client_id": .string(grant.application), "scope": .string(grant.scope.description),
            "iat": .seconds(grant.created), "exp": .seconds(grant.expires),
        ])
    }

    /// The user or client that a token stands for, if it still does.
    struct Holder: Sendable {
        let name: String?
        /// The time when the user proved who they are, and the session in which it was granted; nil when the client acts for itself.
        var authenticated: Date?
        var session: String?
    }

    /// Finds the holder of a token whose signature is good: nil when it was revoked, its user is inactive or gone, or its application
    /// disabled or gone. One transaction.
    func holder(of token: AccessToken, in realm: Realm, at now: Date) async throws -> Holder? {
        guard try await isEnabled(token.client, realm) else { return nil }
        guard let grant = token.grant else {
            let isRevoked = try await database.lookUp { transaction in
                try SpentOnce.isSpent(token.id, .accessToken, realm: realm.id, in: transaction)
            }
            return isRevoked ? nil : Holder(name: nil)
        }
        return try await database.lookUp { transaction in
            try Grants.held(grant, realm: realm.id, at: now, in: transaction).map {
                Holder(name: $0.username, authenticated: $0.grant.authenticated, session: $0.grant.session)
            }
        }
    }

    private func isEnabled(_ client: String, _ realm: Realm) async throws -> Bool {
        try await applications.application(client, in: realm.id)?.settings.isEnabled ?? false
    }
}

extension Application {
    /// Whether this client may know about a token: its own, one meant for it, or any.
    fileprivate func mayIntrospect(_ client: String, audience: [String]) -> Bool {
        client == id || audience.contains(id) || (settings.scopes + settings.defaultScopes).contains(Scope.introspectAll)
    }
}
