import HTTPBase
import HTTPTypes
import Hummingbird
import Logging
import OAuthMessages
import PageHTTP
import Pages
import Primitives
import Translations

/// Errors of the authorization endpoint that can't go back to the application, since its redirect URI isn't known to be its
/// own (RFC 6749 §4.1.2.1): a page for a browser, JSON for everything else (`docs/protocols/step-protocol.md` 4.1).
struct AuthorizeErrors: Sendable {
    let pages: Pages

    /// Runs a handler and tells its errors.
    func answering(_ request: Request, _ context: GatehouseContext, _ handler: () async throws -> Response) async throws -> Response {
        guard BrowserRequest.asksForPages(request) else {
            return try await OAuthErrorResponse.answering(request) {
                do {
                    return try await handler()
                } catch let mismatch as RedirectMismatch {
                    log(mismatch, context)
                    throw mismatch.error
                }
            }
        }
        do {
            return try await handler()
        } catch let error as OAuthError {
            return page(for: error, [], request)
        } catch let mismatch as RedirectMismatch {
            log(mismatch, context)
            let details = [ErrorPage.Detail("client_id", mismatch.clientID), ErrorPage.Detail("redirect_uri", mismatch.redirectURI)]
            return page(for: mismatch.error, mismatch.isShown ? details : [], request)
        } catch {
            return PageErrors(pages).response(to: error, of: request, context)
        }
    }

    private func page(for error: OAuthError, _ details: [ErrorPage.Detail], _ request: Request) -> Response {
        let page = ErrorPage(
            language: Language(of: request), message: error.explanation, code: error.code.name,
            details: details, startPath: HostedPath.welcome)
        return .page(pages.render(page), status: .badRequest)
    }

    private func log(_ mismatch: RedirectMismatch, _ context: GatehouseContext) {
        context.logger.notice(
            "a redirect URI is not one of the client's",
            metadata: ["client_id": "\(mismatch.clientID)", "redirect_uri": "\(mismatch.redirectURI)"])
    }
}
