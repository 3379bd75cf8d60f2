import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import OAuthMessages
import Testing

/// A browser without script, as somebody uses it for central login: it keeps cookies, follows redirects, and submits forms.
final class WebBrowser {
    private let transport: any HTTPTransport
    private var cookies: [String: String] = [:]
    private var location: URL?
    /// The page that is shown.
    private(set) var page = ""

    init() throws { transport = try AsyncHTTPTransport() }

    /// Goes to an address, and on wherever it is sent. Returns the address of an app, when that's where it ends.
    @discardableResult
    func open(_ url: URL) async throws -> URL? { try await go(HTTPRequest(.get, url)) }

    /// Submits the page's form with some fields filled in.
    @discardableResult
    func submit(_ fields: [String: String]) async throws -> URL? {
        var form: [String: String] = [:]
        for match in page.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) { form[plain(match.1)] = plain(match.2) }
        form.merge(fields) { $1 }
        let action = try #require(page.firstMatch(of: /<form method="post" action="([^"]*)"/)?.1)
        var request = HTTPRequest(.post, try #require(URL(string: plain(action), relativeTo: location)?.absoluteURL))
        request.setForm(encoded: FormBody(form.map { ($0.key, $0.value) }).encoded)
        return try await go(request)
    }

    private func go(_ request: HTTPRequest) async throws -> URL? {
        var request = request
        for _ in 0..<10 {
            request.headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let answer = try await transport.send(request)
            for line in answer.headers.all("Set-Cookie") { take(line) }
            (location, page) = (request.url, String(decoding: answer.body, as: UTF8.self))
            guard (300..<400).contains(answer.status), let target = answer.headers["Location"] else { return nil }
            let next = try #require(URL(string: target, relativeTo: request.url)?.absoluteURL)
            guard next.scheme?.hasPrefix("http") == true else { return next }
            request = HTTPRequest(.get, next)
        }
        throw TransportError(.interrupted, "too many redirects")
    }

    private func take(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
    }

    private func plain(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}

/// Somebody at the page of a central login.
enum Person {
    /// Signs `demo` in, and returns the address of the app to which the browser goes then.
    static func signIn(at page: URL) async throws -> URL {
        let browser = try WebBrowser()
        try await browser.open(page)
        return try #require(try await browser.submit(["IDToken1": "demo", "IDToken2": "Ch4ng3it!"]))
    }
}
