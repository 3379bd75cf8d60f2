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
        let turn = Turn(request: request, application: application, keys: try await keys.keys(of: request.realm.id), now: time.now)
        if let token = GrantToken(text, realm: turn.realm.id, keys: turn.keys, at: turn.now) {
            try await revoke(token.grant, turn)
        } else if let token = accessTokens.verify(text, keys: turn.keys, issuer: request.issuer, at: turn.now) {
            guard token.client == application.id else { throw Self.othersToken }
            if let grant = token.grant { try await revoke(grant, turn) } else { try await revoke(token, turn) }
        }
    }

    private func revoke(_ id: UUID, _ turn: Turn) async throws {
        try await database.write { [self] transaction in
            let grant = try Grants.living(id, realm: turn.realm.id, at: turn.now, in: transaction)
            guard let grant else { return }
            guard grant.application == turn.application.id else { throw Self.othersToken }
            try Grants.revoke(id, realm: turn.realm.id, in: transaction)
            try audit.append(turn.event(.tokenRevoked, of: grant), in: transaction)
        }
    }

    private func revoke(_ token: AccessToken, _ turn: Turn) async throws {
        var event = AuditEvent(.tokenRevoked, at: turn.now, realm: turn.realm.path.description, client: turn.application.id)
        event.personal["address"] = .string(turn.request.address)
        try await database.write { [self, event] transaction in
            let isFirst = try SpentOnce.spend(
                token.id, .accessToken, realm: turn.realm.id, expires: token.expires, in: transaction)
            if isFirst { try audit.append(event, in: transaction) }
        }
    }

    private static let othersToken = OAuthError(.unauthorizedClient, "the token was issued to another client")
}
