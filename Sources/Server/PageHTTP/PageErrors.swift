package import HTTPBase
import HTTPTypes
package import Hummingbird
import Logging
package import Pages
import Primitives
import RealmHTTP
import Translations

/// Shows errors of the hosted pages' routes as pages, and to programs that ask for JSON as that.
package struct PageErrors: ErrorForm {
    private let pages: Pages
    private let reporter = ErrorReporter()

    package init(_ pages: Pages) { self.pages = pages }

    package func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        if error is StaleCaller, let account = Self.account(request.uri.path) {
            // The page says how to sign in again.
            var response = Response.redirect(to: account, status: .seeOther)
            response.headers.append(contentsOf: HTTPFields.noStore)
            return response
        }
        let error = reporter.wireError(for: error, context: context)
        return BrowserRequest.wantsJSON(request) ? error.response : page(for: error, request, context)
    }

    /// The path of the account page, of one of its forms.
    private static func account(_ path: String) -> String? {
        let segments = path.split(separator: "/")
        return segments.lastIndex(of: "account").map { "/" + segments[...$0].joined(separator: "/") }
    }

    private func page(for error: WireError, _ request: Request, _ context: GatehouseContext) -> Response {
        let language = Language(of: request)
        let page = ErrorPage(
            language: language, kind: error.status == .notFound ? .nothingThere : .failure, message: error.message,
            reference: error.status.code >= 500 ? context.id : nil, startPath: HostedPath.welcome)
        var response = Response.page(pages.render(page), status: error.status)
        response.headers.append(contentsOf: error.headers)
        return response
    }
}
