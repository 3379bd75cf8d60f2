#if canImport(UIKit) && canImport(SafariServices)
import FRCore
import Foundation
import OIDC
import Primitives
import SafariServices
import UIKit

/// Central login in a Safari view above the app, without the system's question whether to sign in.
///
/// Only the app gets to know of the redirect, and hands it over by ``Browser/validateBrowserLogin(_:)``: an answer to a visit never comes from
/// here. The view is closed when the task is cancelled, as it is once the app has handed over.
@MainActor
final class SafariBrowser: NSObject, LoginBrowser, SFSafariViewControllerDelegate {
    private let presenter: UIViewController
    private let closings: AsyncStream<Void>
    private let closing: AsyncStream<Void>.Continuation

    init(above presenter: UIViewController) {
        self.presenter = presenter
        (closings, closing) = AsyncStream.makeStream()
    }

    func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let page = try await visit.address(redirectingTo: visit.redirect)
        guard ["http", "https"].contains(page.scheme?.lowercased()) else {
            throw OIDCError(.browser, "a Safari view shows no page of \(page.scheme ?? "no scheme")")
        }
        let safari = SFSafariViewController(url: page)
        safari.delegate = self
        safari.dismissButtonStyle = .cancel
        presenter.present(safari, animated: true)
        var closings = closings.makeAsyncIterator()
        // The stream ends without a value when the task is cancelled.
        guard await closings.next() == nil else { throw OIDCError(.cancelled, "the sign-in page was closed") }
        safari.dismiss(animated: true)
        throw OIDCError(.cancelled, "the sign-in page isn't needed any more")
    }

    nonisolated func safariViewControllerDidFinish(_ controller: SFSafariViewController) { closing.yield() }
}
#endif
