import Directory
import Foundation
import JOSE
package import JourneyEngine
import JourneyModel
import Primitives
import Sessions

extension IDTokenValidator: JourneyNode {
    package func step(_ turn: inout Turn) async throws -> NodeResult {
        let tokens = turn.client.request().headers.filter { $0.name.lowercased() == header.lowercased() }.map(\.value)
        guard tokens.count == 1, !tokens[0].isEmpty else { return .outcome(Outcome.no) }
        try await turn.spend()
        let claims: JWTClaims
        do { claims = try await self.claims(of: tokens[0], turn) } catch let error as FederationError {
            try await turn.recordFailure("ID token: \(error.reason)")
            guard error.code != .unavailable else { throw JourneyRunError(.failed, message: turn.state.failureMessage, underlying: error) }
            return .outcome(Outcome.no)
        }
        let attributes = try await turn.map(ofScript: script, seeing: inputs, about: ["jwtClaims": .object(claims.members)])
        turn.state.shared["lookupAttributes"] = .object(attributes)
        guard let user = try await turn.user(with: attributes) else { return .outcome(Outcome.yes) }
        guard turn.state.identify(user, showing: .provider) else {
            try await turn.recordFailure("another user than before in the same journey")
            throw JourneyRunError(.failed, message: turn.state.failureMessage)
        }
        return .outcome(Outcome.yes)
    }

    private func claims(of token: String, _ turn: Turn) async throws -> JWTClaims {
        let policy = IDTokenPolicy(issuer: issuer, clients: [audience] + parties, nonce: nil)
        let claims = try await turn.domain.session.federation.claims(of: token, by: policy, keys: try await keys(turn))
        guard claims.audience.contains(audience) else { throw FederationError(.notAuthentic, "aud does not name \(audience)") }
        guard let issued = claims.issuedAt, let expires = claims.expires, expires.timeIntervalSince(issued) <= TimeInterval(minutes * 60)
        else { throw FederationError(.notAuthentic, "it lives longer than \(minutes) minutes") }
        return claims
    }

    private func keys(_ turn: Turn) async throws -> Federation.TokenKeys {
        switch source {
        case .wellKnown: return .discovery(address)
        case .keys: return .keySet(address)
        case .secret:
            guard let secret = try await turn.domain.directory.secrets.secret(secret, in: turn.realm) else {
                throw JourneyRunError.fault("the realm has no secret \(secret); set it with gatehouse realm secret set")
            }
            return .secret(secret)
        }
    }
}

extension Turn {
    /// The one user who has all of some attributes; nil when there is none, or nothing to find a user by.
    fileprivate func user(with attributes: JSONObject) async throws -> User? {
        var found: User?
        for member in attributes.members {
            let field = try await attribute(AttributeName(member.name)).path
            guard let value = member.value.string, !value.isEmpty,
                let user = try await domain.directory.accounts.user(with: value, of: field, in: realm),
                found.map({ $0.id == user.id }) ?? true
            else { return nil }
            found = user
        }
        return found
    }
}
