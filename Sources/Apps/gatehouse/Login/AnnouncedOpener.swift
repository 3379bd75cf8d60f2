import Foundation
import LoopbackRedirect

/// Opens the system's browser, and tells the address too: over a remote shell there is no browser, but there is one elsewhere.
struct AnnouncedOpener: URLOpener {
    func open(_ url: URL) async throws {
        Terminal.complain("Sign in in your browser; if none opens, visit\n\n  \(url.absoluteString)\n")
        // A user who sees no browser open has the address.
        try? await SystemURLOpener().open(url)
    }
}
