import Foundation
import OAuthMessages
import Primitives
import Store
import Sessions
import Directory
import Foundations

extension Tokens {
    /// Revokes a token (RFC 7009): a refresh token, or an access token, with the whole grant that it is of; a token of the client
    /// itself alone. A token that is invalid already is no error (§2.2).
    ///
    /// - Throws: `unauthorized_client` for another client's token (§2.1).
    package func revoke(_ request: Request) async throws {
        let text = try request.form.required("token")
        let application = try await clients.authenticate(request.credentials, in: request.realm, from: request.address)
        let call = CallContext(request: request, application: application, keys: try await keys.keys(of: request.realm.id), now: time.now)
        if let token = GrantToken(text, realm: call.realm.id, keys: call.keys, at: call.now) {
            try await revoke(token.grant, call)
        } else if let token = accessTokens.verify(text, keys: call.keys, issuer: request.issuer, at: call.now) {
            guard token.client == application.id else { throw Self.othersToken }
            if let grant = token.grant { try await revoke(grant, call) } else { try await revoke(token, call) }
        }
    }

    private func revoke(_ id: UUID, _ call: CallContext) async throws {
        try await database.write { [self] transaction in
            let grant = try Grants.living(id, realm: call.realm.id, at: call.now, in: transaction)
            guard let grant else { return }
            guard grant.application == call.application.id else { throw Self.othersToken }
            try Grants.revoke(id, realm: call.realm.id, in: transaction)
            try audit.append(call.event(.tokenRevoked, of: grant), in: transaction)
        }
    }

    private func revoke(_ token: AccessToken, _ call: CallContext) async throws {
        var event = AuditEvent(.tokenRevoked, at: call.now, realm: call.realm.path.description, client: call.application.id)
        event.personal["address"] = .string(call.request.address)
        try await database.write { [self, event] transaction in
            let isFirst = try SpentOnce.spend(
                token.id, .accessToken, realm: call.realm.id, expires: token.expires, in: transaction)
            if isFirst { try audit.append(event, in: transaction) }
        }
    }

    private static let othersToken = OAuthError(.unauthorizedClient, "the token was issued to another client")
}
