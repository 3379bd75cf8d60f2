import DeviceFoundation
public import Foundation

/// Shows the server's sign-in page to the user and brings back where the server redirected to: central login.
///
/// Adapters: `LoopbackBrowser` for desktops (RFC 8252 §7.3), `AuthenticationSessionBrowser` for Apple systems.
public protocol LoginBrowser: Sendable {
    /// Opens the visit's address and returns the URL of the redirect.
    /// - Throws: ``OIDCError/Code/cancelled`` when the user gave up, ``OIDCError/Code/browser`` when no browser opened.
    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer
}

/// A visit to the sign-in page.
public struct BrowserVisit: Sendable {
    /// The redirect URI that the app is registered with.
    public let redirect: String
    /// The value that the redirect's `state` parameter must have; anything else came from another sender.
    public let state: String
    let address: @Sendable (_ redirect: String) async throws(OIDCError) -> URL

    /// The page to open, when the server shall redirect to `redirect`: the registered URI, or that with a port of one's own. To be asked
    /// for once: a request that is pushed to the server goes there now.
    /// - Throws: ``OIDCError`` when the request could not be pushed, or the page isn't one of the web, which no browser may be given.
    public func address(redirectingTo redirect: String) async throws(OIDCError) -> URL {
        let page = try await address(redirect)
        guard page.isWeb else { throw OIDCError(.unexpectedAnswer, "the server's page is no https or http URL: \(page.absoluteString)") }
        return page
    }
}

/// The result of a visit.
public struct BrowserAnswer: Sendable {
    /// The redirect URI that was used.
    public let redirect: String
    /// The URL that the server redirected to.
    public let location: String

    /// Makes an answer.
    public init(redirect: String, location: String) {
        self.redirect = redirect
        self.location = location
    }
}
