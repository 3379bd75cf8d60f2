import CallbackBridge
import Foundation
import OIDC

extension FRUser {
    /// Signs out: tokens and session are gone from the device when it returns; the server is told in the background.
    public func logout() { logout(forceEndSession: false) }

    /// Signs out as ``logout()``.
    /// - Parameter forceEndSession: whether the OpenID session is ended although no ID token is there to name it.
    public func logout(forceEndSession: Bool) {
        let tellServer = Bridge.wait { [runtime] in await runtime.leave(forcingEnd: forceEndSession) }
        Task { await tellServer() }
    }

    /// Signs out, in the browser too: it is opened for a moment with the page that ends its session ("User Logout"), and comes back to
    /// ``FROptions/oauthSignoutRedirectUri``. Without that URI it signs out as ``logout()``.
    /// - Parameters:
    ///   - presentingViewController: above which the page appears; systems without view controllers take any object.
    ///   - browserType: how the page is shown.
    ///   - completion: is called when it is done, with what the browser failed with.
    public func logout(
        presentingViewController: AnyObject, browserType: BrowserType = .authSession, completion: ((_ error: (any Error)?) -> Void)? = nil
    ) {
        let done = Handoff(completion)
        let browsing = CentralLogin(runtime: runtime, type: browserType, parameters: [:], presenter: Handoff(presentingViewController))
        let farewell = Bridge.wait { [runtime] in await runtime.oidc?.leave() }
        Task {
            do {
                try await browsing.signOut(farewell)
                done.value?(nil)
            } catch { done.value?(Translation.documented(error)) }
        }
    }

    /// Revokes the tokens and forgets them; the session continues. The completion gets the user whose tokens are gone from the device in
    /// any case, and what failed at the server.
    public func revokeAccessToken(completion: @escaping UserCallback) {
        let completion = Handoff(completion)
        Task { [runtime] in
            do {
                guard try await runtime.oauth().revokeTokens() else { throw TokenError.nullToken }
                completion.value(FRUser(runtime), nil)
            } catch { completion.value(FRUser(runtime), Translation.documented(error)) }
        }
    }
}
