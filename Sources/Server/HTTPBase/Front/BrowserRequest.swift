import HTTPTypes
package import Hummingbird
import Primitives

/// Tells browsers that navigate, which show pages, from programs, which don't.
package enum BrowserRequest {
    private static let fetchMode = HTTPField.Name.known("Sec-Fetch-Mode")
    private static let requestedWith = HTTPField.Name.known("X-Requested-With")

    /// Whether a page is asked for by name: browsers that navigate do, the clients of the protocols don't.
    package static func asksForPages(_ request: Request) -> Bool {
        !isOfScript(request) && request.headers[.accept]?.contains("text/html") ?? false
    }

    /// Whether a page can be shown: it is asked for, or nothing tells that this is a program. The documented SDKs say so in
    /// `X-Requested-With`, and other programs ask for JSON.
    package static func showsPages(_ request: Request) -> Bool {
        asksForPages(request)
            || !isOfScript(request) && !request.headers.contains(requestedWith) && !(request.headers[.accept]?.contains("json") ?? false)
    }

    /// Whether an error is to be told in JSON: the request asks for that, and for no page.
    package static func wantsJSON(_ request: Request) -> Bool {
        !asksForPages(request) && request.headers[.accept]?.contains("json") ?? false
    }

    /// Whether a browser has sent it, for a page or for a page's script, as far as it says so.
    package static func isFromBrowser(_ request: Request) -> Bool {
        request.headers.contains(fetchMode) || request.headers.contains(.origin) || asksForPages(request)
    }

    /// Whether a page's script has sent it: browsers tell so by its mode (Fetch Metadata), older ones by the origin of a `GET`. A page that holds
    /// a form's token is none of its business.
    private static func isOfScript(_ request: Request) -> Bool {
        if let mode = request.headers[fetchMode] { return mode != "navigate" }
        return request.method != .post && request.headers.contains(.origin)
    }
}
