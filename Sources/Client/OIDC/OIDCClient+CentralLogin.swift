import DeviceFoundation
import Foundation
import OAuthMessages
import Primitives

extension OIDCClient {
    /// Signs the user in on the server's own page, in a browser (RFC 8252). Tokens that were kept before are revoked, and a session that was
    /// kept is ended.
    ///
    /// `parameters` join those of the client, such as `acr_values`, `login_hint` or `prompt`.
    ///
    /// `mobilePayload` says which device the app is on (`docs/protocols/platform.md` 6.4). The ID token may then offer to pair it:
    ///
    /// ```swift
    /// let tokens = try await oidc.signIn(through: browser, mobilePayload: try await mfa.mobilePayload())
    /// if let token = tokens.idToken, let offer = try await mfa.process(idToken: token.reveal()) { try await offer.approve() }
    /// ```
    ///
    /// Any holder of a payload can use it, so such a request is pushed to the server (RFC 9126) where it takes that, and the browser
    /// carries only its name.
    public func signIn(
        through browser: some LoginBrowser, parameters: [String: String] = [:], mobilePayload: String? = nil
    ) async throws(OIDCError) -> TokenSet {
        var parameters = self.parameters.merging(parameters) { $1 }
        parameters["mobilePayload"] = mobilePayload ?? parameters["mobilePayload"]
        let isPrivate = parameters["mobilePayload"] != nil
        let attempt = AuthorizationAttempt(
            for: registration, redirect: registration.redirect, parameters: parameters, random: device.random)
        let page = try await directory.url(of: .authorize)
        let visit = BrowserVisit(redirect: attempt.redirect, state: attempt.state) { redirect throws(OIDCError) in
            var request = HTTPRequest(.get, page)
            let form = attempt.redirecting(to: redirect).form
            request.addQuery(encoded: (isPrivate ? try await self.pushed(form) : form).encoded)
            return request.url
        }
        let answer = try await browser.answer(to: visit)
        let former = try await keeper.current()
        let tokens = try await tokens(for: attempt.redirecting(to: answer.redirect), answeredAt: answer.location, session: nil)
        if let former { await revokeQuietly(former) }
        // The session of an earlier journey may be another user's: these tokens don't belong to it.
        do { try await sessions.replace(with: nil) } catch { throw OIDCError(error) }
        return tokens
    }

    /// A request that names another one, which was pushed; the request itself where the server takes none.
    private func pushed(_ form: FormBody) async throws(OIDCError) -> FormBody {
        guard let endpoint = try await directory.pushedRequestEndpoint() else { return form }
        var request = HTTPRequest(.post, endpoint)
        request.setForm(encoded: form.encoded)
        let response: HTTPResponse
        do { response = try await device.send(request, as: .pushAuthorization) } catch { throw OIDCError(error) }
        guard response.isSuccess else { throw OIDCError(response, from: "pushed authorization request") }
        do {
            let answer = try PushedAuthorizationResponse(json: try response.json())
            return FormBody([("client_id", registration.clientID), ("request_uri", answer.requestURI)])
        } catch {
            throw OIDCError(.unexpectedAnswer, "the answer to the pushed authorization request names none: \(error)", underlying: error)
        }
    }

    private func revokeQuietly(_ tokens: TokenSet) async {
        do { try await endpoint.revoke(tokens) } catch { device.log(.warning, "former tokens could not be revoked: \(error)") }
    }
}
