import Primitives

/// The page that the browser shows in the end.
enum ResultPage {
    case done
    case notOurs

    /// The whole HTTP answer. It may not be kept, framed or run anything.
    var answer: [UInt8] {
        let page = html
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(page.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", "Connection: close",
        ]
        return Array("\(head.joined(separator: "\r\n"))\r\n\r\n\(page)".utf8)
    }

    private var status: String { self == .done ? "200 OK" : "404 Not Found" }

    private var html: String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>\(title)</title><style>
        body{font:1.1rem/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0 1rem;color-scheme:light dark}
        </style></head><body><main><h1>\(title)</h1><p>\(text)</p></main></body></html>
        """
    }

    private var title: String { self == .done ? "You can close this page" : "Nothing to see here" }

    private var text: String {
        self == .done ? "The sign-in goes on in the app that you came from." : "This address is not part of a sign-in that is under way."
    }
}
