import Foundation
import LoopbackRedirect
import OIDC
import Primitives

/// Shows the sign-in page, and waits for where the browser comes back to: from the browser itself where it tells, or from the app, to which
/// the system hands URLs with its scheme and its Universal Links.
struct HandoverBrowser: LoginBrowser {
    /// The visit that is under way: the app has no way to say for which one a URL is.
    private static let waiting = Lock<Waiting?>(nil)

    private typealias RedirectResult = Result<String, OIDCError>

    private struct Waiting: Sendable {
        let redirect: String
        let answers: AsyncStream<RedirectResult>.Continuation
    }

    /// Shows the page of a visit, and returns where the browser went then; nil when only the app gets to know.
    private let show: @Sendable (BrowserVisit) async throws(OIDCError) -> String?

    /// The user's own browser.
    init(opener: any URLOpener) {
        show = { visit throws(OIDCError) in
            let page = try await visit.address(redirectingTo: visit.redirect)
            do { try await opener.open(page) } catch {
                throw OIDCError(.browser, "no browser could be used: \(error)", underlying: error)
            }
            return nil
        }
    }

    /// A session of the system's, which tells; but a Universal Link may reach the app first.
    init(session: any LoginBrowser) {
        show = { visit throws(OIDCError) in try await session.answer(to: visit).location }
    }

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let (answers, continuation) = AsyncStream.makeStream(of: RedirectResult.self)
        try Self.begin(Waiting(redirect: visit.redirect, answers: continuation))
        defer { Self.waiting.withLock { $0 = nil } }
        let showing = Task {  // Shows a screen on the main actor.
            do throws(OIDCError) {
                if let location = try await show(visit) { Self.finish(.success(location)) }
            } catch { Self.finish(.failure(error)) }
        }
        defer { showing.cancel() }
        for await answer in answers { return BrowserAnswer(redirect: visit.redirect, location: try answer.get()) }
        throw OIDCError(.cancelled, "the login was cancelled")
    }

    /// Takes a URL, if it is the redirect that a visit waits for.
    static func deliver(_ url: URL) -> Bool {
        guard let redirect = waiting.withLock({ $0?.redirect }), let location = url.redirected(to: redirect) else { return false }
        finish(.success(location))
        return true
    }

    /// Gives up the visit that is under way.
    static func cancel() { finish(.failure(OIDCError(.cancelled, "the login was cancelled"))) }

    private static func finish(_ answer: RedirectResult) {
        waiting.withLock { waiting in
            waiting?.answers.yield(answer)
            waiting?.answers.finish()
        }
    }

    private static func begin(_ next: Waiting) throws(OIDCError) {
        let isFree = waiting.withLock { waiting in
            guard waiting == nil else { return false }
            waiting = next
            return true
        }
        guard isFree else {
            throw OIDCError(.browser, "", underlying: BrowserError.externalUserAgentAuthenticationInProgress)
        }
    }
}

extension URL {
    /// The URL as a server redirects to `redirect`, when it is that with parameters: systems write scheme and host in lower case and may
    /// give an empty path a slash.
    fileprivate func redirected(to redirect: String) -> String? {
        guard let wanted = URL(string: redirect), place == wanted.place else { return nil }
        return absoluteString.firstIndex(where: { "?#".contains($0) }).map { redirect + absoluteString[$0...] } ?? redirect
    }

    private var place: [String] {
        let path = path(percentEncoded: true)
        return [scheme?.lowercased() ?? "", host()?.lowercased() ?? "", port.map { String($0) } ?? "", path == "/" ? "" : path]
    }
}
