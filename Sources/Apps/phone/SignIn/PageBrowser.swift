import Foundation
import OIDC
import Primitives
import Synchronization

/// The browser that shows the page: it is sent to the server, and comes back to the page.
final class PageBrowser: LoginBrowser {
    private let redirect: String
    private let addresses: AsyncStream<URL>
    private let opened: AsyncStream<URL>.Continuation
    private let locations: AsyncStream<String>
    private let returned: AsyncStream<String>.Continuation
    private let state = Mutex<String?>(nil)

    init(redirect: String) {
        self.redirect = redirect
        (addresses, opened) = AsyncStream.makeStream()
        (locations, returned) = AsyncStream.makeStream()
    }

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let address = try await visit.address(redirectingTo: redirect)
        state.withLock { $0 = visit.state }
        opened.yield(address)
        for await location in locations { return BrowserAnswer(redirect: redirect, location: location) }
        throw OIDCError(.cancelled, "the sign-in was given up")
    }

    /// Returns the URL to go to; nil when the sign-in failed before that.
    func address() async -> URL? {
        for await address in addresses { return address }
        return nil
    }

    /// Takes a way back, if it is this sign-in's: other programs on the machine can reach the page too.
    func come(back query: String) -> Bool {
        let items = URLComponents(string: redirect + "?" + query)?.queryItems ?? []
        guard let state = state.withLock(\.self), items.filter({ $0.name == "state" }).map(\.value) == [state] else { return false }
        returned.yield("\(redirect)?\(query)")
        returned.finish()
        return true
    }

    func giveUp() {
        opened.finish()
        returned.finish()
    }
}
