import Primitives

#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation

/// Central login in the system's authentication session. The redirect URI has a scheme of the app's own, or is a Universal Link.
@MainActor
public final class AuthenticationSessionBrowser: NSObject, LoginBrowser, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor
    private let isEphemeral: Bool

    /// Shows the session above `anchor`; an ephemeral one shares no cookies with the browser.
    public init(above anchor: ASPresentationAnchor, isEphemeral: Bool = false) {
        self.anchor = anchor
        self.isEphemeral = isEphemeral
    }

    /// Shows the page in an authentication session of the system and waits for its redirect.
    /// - Throws: ``OIDCError``: `.browser` when the redirect URI can't belong to an app, other codes as the session ends.
    public func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        guard let callback = SessionCallback(redirect: visit.redirect) else {
            throw OIDCError(.browser, "the redirect URI \(visit.redirect) can't belong to an app")
        }
        let page = try await visit.address(redirectingTo: visit.redirect)
        var session: ASWebAuthenticationSession?
        let location = try await SessionRun.location { finish in
            let running = callback.session(of: page, finish)
            running.presentationContextProvider = self
            running.prefersEphemeralWebBrowserSession = isEphemeral
            session = running
            return running.start()
        }
        // The page is still there when the system handed the link to the app instead.
        session?.cancel()
        return BrowserAnswer(redirect: visit.redirect, location: location.absoluteString)
    }

    /// The window over which the browser appears.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
}

extension SessionCallback {
    /// A session that ends with this callback. Systems before 17.4 and 14.4 hand a Universal Link to the app alone.
    fileprivate func session(of page: URL, _ finish: @escaping SessionRun.Finish) -> ASWebAuthenticationSession {
        guard #available(iOS 17.4, macOS 14.4, *) else {
            return ASWebAuthenticationSession(url: page, callbackURLScheme: scheme, completionHandler: finish)
        }
        let callback: ASWebAuthenticationSession.Callback =
            switch self {
            case .customScheme(let scheme): .customScheme(scheme)
            case .https(let host, let path): .https(host: host, path: path)
            }
        return ASWebAuthenticationSession(url: page, callback: callback, completionHandler: finish)
    }

    private var scheme: String? {
        guard case .customScheme(let scheme) = self else { return nil }
        return scheme
    }
}
#endif
