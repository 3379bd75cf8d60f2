import Foundation
import LoopbackRedirect
import OIDC
import Primitives
import Synchronization

/// Opens the user's browser, and waits for the app to hand over the URL that the browser came back with.
struct HandoverBrowser: LoginBrowser {
    /// The visit that is under way: the app has no way to say for which one a URL is.
    private static let waiting = Mutex<Waiting?>(nil)

    private struct Waiting: Sendable {
        let redirect: String
        let continuation: AsyncStream<String>.Continuation
    }

    let opener: any URLOpener

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let (locations, continuation) = AsyncStream.makeStream(of: String.self)
        try Self.begin(Waiting(redirect: visit.redirect, continuation: continuation))
        defer { Self.waiting.withLock { $0 = nil } }
        do {
            try await opener.open(try await visit.address(redirectingTo: visit.redirect))
        } catch let error as OIDCError {
            throw error
        } catch {
            throw OIDCError(.browser, "no browser could be used: \(error)", underlying: error)
        }
        for await location in locations { return BrowserAnswer(redirect: visit.redirect, location: location) }
        throw OIDCError(.cancelled, "the login was cancelled")
    }

    /// Takes a URL, if it is the redirect that somebody waits for.
    static func deliver(_ location: String) -> Bool {
        waiting.withLock { waiting in
            guard let found = waiting, location.hasPrefix(found.redirect) else { return false }
            found.continuation.yield(location)
            found.continuation.finish()
            return true
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
