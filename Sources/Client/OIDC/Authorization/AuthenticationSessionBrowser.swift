import Primitives

#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

/// Central login in the system's authentication session. The redirect URI has a scheme of the app's own.
@MainActor
public final class AuthenticationSessionBrowser: NSObject, LoginBrowser, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor
    private let isEphemeral: Bool

    /// Shows the session above `anchor`; an ephemeral one shares no cookies with the browser.
    public init(above anchor: ASPresentationAnchor, isEphemeral: Bool = false) {
        self.anchor = anchor
        self.isEphemeral = isEphemeral
    }

    public func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let scheme = visit.redirect.prefix { $0 != ":" }
        let page = try await visit.address(redirectingTo: visit.redirect)
        do {
            let location: URL = try await withCheckedThrowingContinuation { continuation in
                let session = ASWebAuthenticationSession(
                    url: page, callback: .customScheme(String(scheme))
                ) { url, error in
                    if let url { continuation.resume(returning: url) } else { continuation.resume(throwing: error ?? CancellationError()) }
                }
                session.presentationContextProvider = self
                session.prefersEphemeralWebBrowserSession = isEphemeral
                session.start()
            }
            return BrowserAnswer(redirect: visit.redirect, location: location.absoluteString)
        } catch {
            throw OIDCError(.cancelled, "the sign-in page was closed", underlying: error)
        }
    }

    /// The window over which the browser appears.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}
#endif
