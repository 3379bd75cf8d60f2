import HTTPTypes
import Hummingbird

/// Tells browsers that navigate, which show pages, from programs, which don't.
enum BrowserRequest {
    private static let fetchMode = HTTPField.Name.known("Sec-Fetch-Mode")
    private static let requestedWith = HTTPField.Name.known("X-Requested-With")

    /// Whether a page is asked for by name: browsers that navigate do, the clients of the protocols don't.
    static func asksForPages(_ request: Request) -> Bool { request.headers[.accept]?.contains("text/html") ?? false }

    /// Whether a page can be shown: it is asked for, or nothing tells that this is a program. The documented SDKs say so in
    /// `X-Requested-With`, scripts of pages are said to be such by their browser (Fetch Metadata), and other programs ask for JSON.
    ///
    /// A page may hold a form's token, so that nothing that a script asked for is one: neither by its mode, nor by the origin that a `GET` of a
    /// script names.
    static func showsPages(_ request: Request) -> Bool {
        guard request.headers[fetchMode].map({ $0 == "navigate" }) ?? true, request.method == .post || !request.headers.contains(.origin)
        else { return false }
        if asksForPages(request) { return true }
        return !request.headers.contains(requestedWith) && !(request.headers[.accept]?.contains("json") ?? false)
    }
}
