import DeviceFoundation
import OAuthMessages
import Primitives

/// Talks to the token and revocation endpoints (`docs/protocols/step-protocol.md` 4.2 to 4.5).
struct TokenEndpoint: Sendable {
    let registration: Registration
    let directory: ProviderDirectory
    let device: Device

    /// Exchanges a code (RFC 6749 §4.1.3, RFC 7636 §4.5).
    func exchange(code: Secret, redirect: String, verifier: Secret) async throws(OIDCError) -> TokenResponse {
        try await tokens(
            FormBody([
                ("client_id", registration.clientID), ("grant_type", "authorization_code"), ("code", code.reveal()),
                ("redirect_uri", redirect), ("code_verifier", verifier.reveal()),
            ]), as: .exchangeToken)
    }

    /// Refreshes (RFC 6749 §6).
    func refresh(_ token: Secret) async throws(OIDCError) -> TokenResponse {
        try await tokens(
            FormBody([
                ("client_id", registration.clientID), ("grant_type", "refresh_token"), ("refresh_token", token.reveal()),
                ("scope", registration.scope),
            ]), as: .refreshToken)
    }

    /// Revokes the refresh token, or the access token when there is none (RFC 7009).
    func revoke(_ tokens: TokenSet) async throws(OIDCError) { try await revoke(tokens.refreshToken ?? tokens.accessToken) }

    /// Revokes a token (RFC 7009 §2.1).
    func revoke(_ token: Secret) async throws(OIDCError) {
        let form = FormBody([("client_id", registration.clientID), ("token", token.reveal())])
        let response = try await post(form, to: .revoke, as: .revokeToken)
        guard response.isSuccess else { throw OIDCError(response, from: "revocation") }
    }

    private func tokens(_ form: FormBody, as action: RequestAction) async throws(OIDCError) -> TokenResponse {
        let response = try await post(form, to: .token, as: action)
        guard response.status == 200 else { throw OIDCError(response, from: "token") }
        do {
            return try TokenResponse(json: try Self.typed(response.json()))
        } catch {
            throw OIDCError(.unexpectedAnswer, "the token endpoint's answer holds no tokens: \(error)", underlying: error)
        }
    }

    /// Some servers leave the type out, although RFC 6749 §5.1 asks for it: then it is the one that there is.
    private static func typed(_ json: JSONValue) -> JSONValue {
        guard var object = json.object, object["token_type"] == nil else { return json }
        object["token_type"] = "Bearer"
        return .object(object)
    }

    private func post(
        _ form: FormBody, to endpoint: ServerAddress.Endpoint, as action: RequestAction
    ) async throws(OIDCError) -> HTTPResponse {
        var request = HTTPRequest(.post, try await directory.url(of: endpoint))
        request.headers["Accept-API-Version"] = "resource=2.1, protocol=1.0"
        request.setForm(encoded: form.encoded)
        do { return try await device.send(request, as: action) } catch { throw OIDCError(error) }
    }
}
