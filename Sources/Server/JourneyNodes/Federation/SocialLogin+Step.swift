import Directory
import Foundation
import Foundations
import JourneyEngine
import JourneyMessages
import JourneyModel
import OAuthMessages
import Primitives
import Sessions
import Store

extension SocialLogin {
    func step(_ turn: inout Turn) async throws -> NodeResult {
        let provider = try await provider(turn)
        let login = turn["login"].flatMap(ProviderLogin.init) ?? ProviderLogin(provider.name, random: turn.domain.platform.random)
        turn["login"] = login.json
        do {
            guard let account = try await account(login, at: provider, &turn) else { return .waiting }
            turn["login"] = nil
            return try await conclude(account, at: provider, &turn)
        } catch let error as FederationError {
            turn["login"] = nil
            try await turn.recordFailure("\(provider.name): \(error.reason)")
            if error.code == .refused { return .outcome(Self.interrupted) }
            throw JourneyRunError(.failed, message: turn.state.failureMessage, underlying: error)
        }
    }

    private func provider(_ turn: Turn) async throws -> IdentityProvider {
        guard let name = turn.state.shared["selectedIdp"]?.string else {
            throw JourneyRunError.fault("a social provider handler needs a node before it that selects the provider")
        }
        guard let provider = try await turn.domain.session.providers.provider(name, in: turn.realm.id), provider.isEnabled else {
            throw JourneyRunError.fault("there is no identity provider \(name), or it is switched off")
        }
        return provider
    }

    /// The account; nil when the user is on the way to the provider.
    private func account(
        _ login: ProviderLogin, at provider: IdentityProvider, _ turn: inout Turn
    ) async throws -> ProviderAccount? {
        switch clientType {
        case .native:
            let question = ProviderSignIn(
                provider.name, clientID: provider.clientID, redirectURI: provider.redirectURI, scopes: provider.scopes,
                nonce: login.nonce, acrValues: provider.acrValues, acceptsJSON: provider.kind == .apple)
            guard let token = turn.ask(question) else { return nil }
            try await turn.spend()
            if let entry = try turn.formPostEntry(for: token, of: provider) {
                return try await turn.domain.session.federation.account(entry, to: login, at: provider)
            }
            return try await turn.domain.session.federation.account(token, to: login, at: provider)
        case .browser:
            if turn.wasSubmitted, let answer = try turn.providerAnswer() {
                // One answer, one try: a code that was stolen is worth nothing after that.
                try await turn.spend()
                return try await turn.domain.session.federation.account(answer, to: login, at: provider)
            }
            let url = try await turn.domain.session.federation.authorizationURL(login, at: provider)
            turn.tell(Redirect(url, setsTrackingCookie: true).callback)
            return nil
        }
    }

    private func conclude(
        _ account: ProviderAccount, at provider: IdentityProvider, _ turn: inout Turn
    ) async throws -> NodeResult {
        let names = try await turn.domain.session.providers.all(in: turn.realm.id).map(\.name)
        let link = try AccountLink.text(account.subject, at: provider.name, among: names)
        if storesTokens { turn.state.secrets["socialOAuthData"] = TransientValue.secret([provider.name: account.tokens]) }
        let realm = turn.realm.id
        if let user = try await turn.domain.platform.database.read({ try AccountLink.user(link, realm: realm, in: $0) }) {
            return try await take(user, &turn)
        }
        try await gather(account, link, at: provider, &turn)
        return .outcome(Self.unknown)
    }

    private func take(_ user: User, _ turn: inout Turn) async throws -> NodeResult {
        guard turn.state.identify(user, showing: .provider) else {
            try await turn.recordFailure("another user than before in the same journey")
            throw JourneyRunError(.failed, message: turn.state.failureMessage)
        }
        turn.state.shared["_id"] = .string(user.id.text)
        return .outcome(Self.known)
    }

    /// Keeps what is known of a person without an account; of a user who is known already only the link, since the profile is theirs.
    private func gather(
        _ account: ProviderAccount, _ link: String, at provider: IdentityProvider, _ turn: inout Turn
    ) async throws {
        let user = try await turn.provenUser()
        let links = user.map(AccountLink.links) ?? []
        turn.state.shared["aliasList"] = .array((links + [link]).map(JSONValue.string))
        guard user == nil else { return }
        let attributes = try await attributes(of: account, at: provider, &turn)
        turn.state.attributes = GatheredAccount.merged(turn.state.attributes, attributes)
        turn.state.username = attributes[usernameAttribute]?.string ?? turn.state.username
    }
}

extension ProviderAccount {
    fileprivate var tokens: JSONValue {
        var tokens = JSONObject()
        tokens["access_token"] = (accessToken?.reveal()).map(JSONValue.string)
        tokens["refresh_token"] = (refreshToken?.reveal()).map(JSONValue.string)
        return .object(tokens)
    }
}

extension Turn {
    /// The provider's answer through the browser, in the parameters of this request (`docs/protocols/step-protocol.md` 2.7); nil when
    /// nothing.
    fileprivate func providerAnswer() throws(FederationError) -> ProviderAnswer? {
        let form = FormBody(client.request().parameters.map { ($0.name, $0.value) })
        do throws(OAuthError) { return try ProviderAnswer(form) } catch {
            throw FederationError(.notAuthentic, "the provider's answer can't be read: \(error.explanation)")
        }
    }
}
