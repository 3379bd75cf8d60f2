import Foundation
import JOSE
import Primitives
import Services
import Sessions
import Directory
import Foundations
import ResourceMessages

/// Takes an ID token that the request brings in a header, and finds the user of whom it speaks (`docs/protocols/journey-nodes.md` 2.6).
///
/// The token proves who the user is that the script's attributes find: its holder is that user for as long as it lives.
struct IDTokenValidator: JourneyNode {
    static let type = NodeType(
        "OidcNode", alias: "idTokenValidator", title: "OIDC ID Token Validator",
        "Takes an ID token in a header as proof of who the user is.")
    static let settings = [
        NodeSetting<Self>("oidcValidationType", \.source, "Where the keys are from."),
        NodeSetting<Self>("oidcValidationValue", \.address, "The address of the discovery document or of the keys."),
        NodeSetting<Self>("secretId", \.secret, "For CLIENT_SECRET: the label of the realm's secret that is the client's."),
        NodeSetting<Self>("headerName", \.header, "The header that brings the token."),
        NodeSetting<Self>("idTokenIssuer", \.issuer, required: true, "Who must have issued it."),
        NodeSetting<Self>("audienceName", \.audience, required: true, "For whom it must be."),
        NodeSetting<Self>("authorisedParties", \.parties, "To whom it may have been issued besides."),
        NodeSetting<Self>("script", \.script, required: true, "The script that makes a user's attributes of jwtClaims, to find them by.")
            .naming(.script),
        NodeSetting<Self>("inputs", \.inputs, "The keys of the state that the script sees; * for all."),
        NodeSetting<Self>("unreasonableLifetimeLimit", \.minutes, in: 1...525_600, "How many minutes a token may live at most."),
    ]
    static let state = StateUse(writes: ["username", "lookupAttributes"])

    enum Source: String, SettingValue, CaseIterable {
        case wellKnown = "WELL_KNOWN_URL"
        case secret = "CLIENT_SECRET"
        case keys = "JWK_URL"
    }

    var source = Source.wellKnown
    var address = ""
    var secret = ""
    var header = "oidc_id_token"
    var issuer = ""
    var audience = ""
    var parties: [String] = []
    var script = ""
    var inputs = ["*"]
    var minutes = 60
    let outcomes = [Outcome.yes, Outcome.no]
    var secrets: Set<String> { Set(inputs) }

    var objections: [SettingObjection] {
        switch source {
        case .wellKnown, .keys: CaptchaSettings.objections(url: address, in: "oidcValidationValue")
        case .secret: secret.isEmpty ? [SettingObjection("secretId", "must be set: the label of a secret of the realm")] : []
        }
    }

    func step(_ turn: inout Turn) async throws -> NodeResult {
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
        let claims = try await turn.domain.federation.claims(of: token, by: policy, keys: try await keys(turn))
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
            guard let secret = try await turn.domain.secrets.secret(secret, in: turn.realm) else {
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
                let user = try await domain.accounts.user(with: value, of: field, in: realm), found.map({ $0.id == user.id }) ?? true
            else { return nil }
            found = user
        }
        return found
    }
}
