import Foundation
import JOSE
package import JourneyMessages
import OAuthMessages
package import Primitives
package import Foundations

/// Signs users in at identity providers, as their relying party (OpenID Connect Core §3.1, `docs/protocols/step-protocol.md` 11.4).
package struct Federation: Sendable {
    private let http: any OutboundHTTP
    let directory: IdentityProviderDirectory
    let time: any TimeSource

    package init(http: any OutboundHTTP, time: any TimeSource) {
        self.http = http
        directory = IdentityProviderDirectory(http: http, time: time)
        self.time = time
    }

    /// Returns the address to which to send a browser.
    package func authorizationURL(_ login: ProviderLogin, at provider: IdentityProvider) async throws(FederationError) -> String {
        let metadata = try await directory.metadata(of: provider)
        var request = AuthorizationRequest(
            clientID: provider.clientID, redirectURI: provider.redirectURI, scope: provider.scopes.joined(separator: " "),
            state: login.state, codeChallenge: provider.usesPKCE ? PKCE.challenge(of: login.verifier) : nil, nonce: login.nonce)
        if !provider.acrValues.isEmpty { request.acrValues = provider.acrValues.joined(separator: " ") }
        if provider.responseMode == .formPost { request.responseMode = "form_post" }
        let separator = metadata.authorizationEndpoint.contains("?") ? "&" : "?"
        return metadata.authorizationEndpoint + separator + request.form.encoded
    }

    /// The account that a browser came back with.
    ///
    /// - Throws: ``FederationError``; `refused` also when the user turned back.
    package func account(
        _ answer: ProviderAnswer, to login: ProviderLogin, at provider: IdentityProvider
    ) async throws(FederationError) -> ProviderAccount {
        guard provider.name == login.provider, constantTimeEqual(Array(answer.state.utf8), Array(login.state.utf8)) else {
            throw FederationError(.notAuthentic, "the state is not the one that was sent")
        }
        let metadata = try await directory.metadata(of: provider)
        guard answer.issuer == metadata.issuer || (answer.issuer == nil && !metadata.namesIssuer) else {
            throw FederationError(.notAuthentic, "the answer is from \(answer.issuer?.prefix(128) ?? "no issuer"), not from the provider")
        }
        if let error = answer.error { throw FederationError(.refused, "the provider says \(error.prefix(64))") }
        guard let code = answer.code, !code.isEmpty else { throw FederationError(.unavailable, "the answer has neither code nor error") }
        var account = try await exchange(
            Secret(code), verifier: provider.usesPKCE ? login.verifier : nil, nonce: login.nonce, provider, metadata)
        if let user = answer.user { account.addName(try? JSONValue(parsing: user)) }
        return account
    }

    /// The account for which a native app brings a token.
    package func account(
        _ given: ProviderToken, to login: ProviderLogin, at provider: IdentityProvider
    ) async throws(FederationError) -> ProviderAccount {
        guard provider.name == login.provider else { throw FederationError(.notAuthentic, "the token is for another provider") }
        let metadata = try await directory.metadata(of: provider)
        let nonce = provider.checksNativeNonce ? login.nonce : nil
        switch given.type {
        case .idToken:
            let (token, user) = Self.parts(given.token)
            var account = try await account(idToken: token, nonce: nonce, provider, metadata)
            account.addName(user)
            return account
        case .authorizationCode: return try await exchange(given.token, verifier: nil, nonce: nonce, provider, metadata)
        case .accessToken: return try await account(accessToken: given.token, provider, metadata)
        default: throw FederationError(.unsupported, "a token of the kind \(given.type.name.prefix(64))")
        }
    }

    /// The account of an answer that an app brings along. The app began the login there by itself, so no state is ours; that the answer
    /// belongs to this run is said by the nonce in the ID token.
    package func account(
        _ entry: FormPostEntry, to login: ProviderLogin, at provider: IdentityProvider
    ) async throws(FederationError) -> ProviderAccount {
        guard provider.name == login.provider else { throw FederationError(.notAuthentic, "the answer is for another provider") }
        if let error = entry.error { throw FederationError(.refused, "the provider says \(error.prefix(64))") }
        guard let code = entry.code, !code.isEmpty else { throw FederationError(.unavailable, "the answer has neither code nor error") }
        let metadata = try await directory.metadata(of: provider)
        var account = try await exchange(Secret(code), verifier: nil, nonce: login.nonce, provider, metadata)
        account.addName(entry.user.flatMap { try? JSONValue(parsing: $0) })
        return account
    }

    /// An ID token by itself, or in a JSON text with the user's name, as Apple's library has it.
    private static func parts(_ token: Secret) -> (token: String, user: JSONValue?) {
        guard let json = try? JSONValue(parsing: token.reveal()), let inner = json["id_token"]?.string else { return (token.reveal(), nil) }
        return (inner, json["user"])
    }
}

// MARK: - Tokens

extension Federation {
    private func exchange(
        _ code: Secret, verifier: String?, nonce: String?, _ provider: IdentityProvider, _ metadata: ProviderMetadata
    ) async throws(FederationError) -> ProviderAccount {
        var form = FormBody([
            ("grant_type", "authorization_code"), ("code", code.reveal()), ("redirect_uri", provider.redirectURI),
        ])
        form.append("code_verifier", verifier)
        let json = try await http.json(try request(metadata.tokenEndpoint, form, provider))
        let tokens: TokenResponse
        do { tokens = try TokenResponse(json: json) } catch {
            throw FederationError(.unavailable, "the token endpoint's answer holds no tokens: \(error)")
        }
        guard let idToken = tokens.idToken else { throw FederationError(.unavailable, "the token endpoint gave no ID token") }
        var account = try await account(idToken: idToken, nonce: nonce, beside: tokens.accessToken, provider, metadata)
        try await addUserInfo(to: &account, tokens.accessToken, provider, metadata)
        account.accessToken = tokens.accessToken
        account.refreshToken = tokens.refreshToken
        return account
    }

    private func account(
        idToken: String, nonce: String?, beside accessToken: Secret? = nil, _ provider: IdentityProvider, _ metadata: ProviderMetadata
    ) async throws(FederationError) -> ProviderAccount {
        let policy = IDTokenPolicy(issuer: metadata.issuer, clients: provider.audiences, nonce: nonce, accessToken: accessToken)
        let claims = try await directory.verify(idToken, by: policy, keysAt: metadata.keysEndpoint)
        return ProviderAccount(
            subject: claims.subject ?? "", claims: ProviderAccount.standardised(claims.members, of: provider.kind))
    }

    /// Adds what the user info endpoint tells. A provider that is silent there has still said who the user is.
    private func addUserInfo(
        to account: inout ProviderAccount, _ token: Secret, _ provider: IdentityProvider, _ metadata: ProviderMetadata
    ) async throws(FederationError) {
        guard let url = metadata.userInfoEndpoint, let more = try? await userInfo(url, token, provider) else { return }
        // §5.3.2: claims about another user must not be used.
        guard more["sub"]?.string == account.subject else {
            throw FederationError(.notAuthentic, "the user info is about another user than the ID token")
        }
        account.claims.merge(more.members, keepsOld: true)
    }

    private func userInfo(_ url: String, _ token: Secret, _ provider: IdentityProvider) async throws(FederationError) -> JSONObject {
        let headers = [("Authorization", "Bearer \(token.reveal())"), ("Accept", "application/json")]
        let claims = try await http.json(OutboundRequest(url: url, headers: headers)).object ?? JSONObject()
        return ProviderAccount.standardised(claims, of: provider.kind)
    }

    /// An access token says nothing about whom it was issued to, so the provider is asked: any app's would do otherwise.
    private func account(
        accessToken: Secret, _ provider: IdentityProvider, _ metadata: ProviderMetadata
    ) async throws(FederationError) -> ProviderAccount {
        let client = try await client(of: accessToken, provider, metadata)
        guard let client, provider.audiences.contains(client) else {
            throw FederationError(.notAuthentic, "the access token was issued to another app")
        }
        guard let url = metadata.userInfoEndpoint else { throw FederationError(.unsupported, "the provider tells nothing about users") }
        let claims = try await userInfo(url, accessToken, provider)
        guard let subject = claims["sub"]?.string, !subject.isEmpty else { throw FederationError(.unavailable, "the user info has no sub") }
        return ProviderAccount(subject: subject, claims: claims, accessToken: accessToken)
    }

    /// Returns the client to which a living access token was issued.
    private func client(
        of token: Secret, _ provider: IdentityProvider, _ metadata: ProviderMetadata
    ) async throws(FederationError) -> String? {
        if provider.kind == .facebook {
            let form = FormBody([
                ("input_token", token.reveal()), ("access_token", "\(provider.clientID)|\(provider.secret?.reveal() ?? "")"),
            ])
            let data = try await http.json(OutboundRequest(url: "https://graph.facebook.com/debug_token?" + form.encoded))["data"]
            return data?["is_valid"]?.bool == true ? data?["app_id"]?.string : nil
        }
        guard let endpoint = metadata.introspectionEndpoint else {
            throw FederationError(.unsupported, "\(provider.name) can't say to whom an access token was issued; bring an ID token")
        }
        let json = try await http.json(try request(endpoint, FormBody([("token", token.reveal())]), provider))
        return json["active"]?.bool == true ? json["client_id"]?.string : nil
    }
}

// MARK: - Authenticating

extension Federation {
    /// The time that a secret that is made for one request is good, in seconds.
    private static let secretLifetime: TimeInterval = 300

    private func request(
        _ url: String, _ form: FormBody, _ provider: IdentityProvider
    ) throws(FederationError) -> OutboundRequest {
        var form = form
        var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        let secret = try secret(of: provider)
        if provider.authentication == .basic, let secret {
            // RFC 6749 §2.3.1: both halves are form-encoded first.
            let pair = String(percentEncoding: provider.clientID) + ":" + String(percentEncoding: secret.reveal())
            headers.append(("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
        } else {
            form.append("client_id", provider.clientID)
            form.append("client_secret", secret?.reveal())
        }
        return OutboundRequest(url: url, method: "POST", headers: headers, body: form.encoded)
    }

    /// The client secret; Apple's is a token that is signed with a key.
    private func secret(of provider: IdentityProvider) throws(FederationError) -> Secret? {
        guard let team = provider.teamID, let keyID = provider.keyID, let key = provider.secret else { return provider.secret }
        var claims = JWTClaims()
        claims.issuer = team
        claims.subject = provider.clientID
        claims.audience = ["https://appleid.apple.com"]
        claims.issuedAt = time.now
        claims.expires = time.now + Self.secretLifetime
        do {
            return Secret(try JWT.sign(claims, with: try IdentityProvider.signingKey(key, id: keyID)))
        } catch {
            throw FederationError(.unavailable, "no client secret can be made: \(error)")
        }
    }
}
