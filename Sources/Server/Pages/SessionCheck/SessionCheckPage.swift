import Primitives

/// The page that applications embed in a frame that isn't seen, to see whether their user's session has changed
/// (OpenID Connect Session Management 1.0 §3.2).
package struct SessionCheckPage: Sendable {
    /// The name of the cookie with the browser's state.
    package var cookie: String

    package init(cookie: String) { self.cookie = cookie }

    /// The headers of the page. Any site may frame it, as it shows nothing and only says whether a state that the asker knows is still there.
    package static let headers: SecurityHeaders.Fields = [
        ("Content-Security-Policy", "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "public, max-age=600"),
    ]
}

/// The page as its template sees it.
struct SessionCheckView {
    let script = Asset.sessionCheck.versionedPath
    let cookie: String

    init(_ page: SessionCheckPage) { cookie = page.cookie }
}

enum SessionCheckTemplate {
    static let source = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="robots" content="noindex">
        <title>Gatehouse</title>
        <script src="{{script}}" data-cookie="{{cookie}}"></script>
        </head>
        <body></body>
        </html>

        """
}
