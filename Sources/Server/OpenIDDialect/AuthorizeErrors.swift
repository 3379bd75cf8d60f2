import HTTPBase
import Hummingbird
import OAuthMessages
import PageHTTP
import Pages
import Primitives

/// Errors of the authorization endpoint that can't go back to the application, since its redirect URI isn't known to be its
/// own (RFC 6749 §4.1.2.1): a page for a browser, JSON for everything else (`docs/protocols/step-protocol.md` 4.1).
struct AuthorizeErrors: Sendable {
    let pages: Pages

    /// Runs a handler and tells its OAuth errors.
    func answering(_ request: Request, _ handler: () async throws -> Response) async throws -> Response {
        guard BrowserRequest.asksForPages(request) else { return try await OAuthErrorResponse.answering(request, handler) }
        do {
            return try await handler()
        } catch let error as OAuthError {
            let page = ErrorPage(
                language: Language(acceptLanguage: request.headers[.acceptLanguage]), message: error.explanation,
                code: error.code.name, startPath: HostedPath.welcome)
            return .page(pages.render(page), status: .badRequest)
        }
    }
}
