import AsyncHTTPTransport
import DeviceFoundation
import Foundation
package import OIDC
import OAuthMessages
import Primitives

/// A user in front of the sign-in pages: enters name and password, and lets a page that waits look again. Stands in for a browser.
package struct PageVisitor: LoginBrowser {
    private let username: String
    private let password: String
    private let whileWaiting: @Sendable (_ page: String) async throws -> Void

    /// - Parameter whileWaiting: what happens while a page waits, as on the user's phone.
    package init(_ username: String, _ password: String, whileWaiting: @escaping @Sendable (_ page: String) async throws -> Void = { _ in })
    {
        self.username = username
        self.password = password
        self.whileWaiting = whileWaiting
    }

    package func answer(to visit: BrowserVisit) async throws(OIDCError) -> BrowserAnswer {
        let address = try await visit.address(redirectingTo: visit.redirect)
        do {
            let device = Device(transport: try AsyncHTTPTransport(), store: InMemoryStore())
            var page = try await load(HTTPRequest(.get, address), device, until: visit.redirect)
            for _ in 0..<20 {
                if let location = page.location { return BrowserAnswer(redirect: visit.redirect, location: location) }
                page = try await load(try await next(page), device, until: visit.redirect)
            }
        } catch { throw OIDCError(.browser, "\(error)") }
        throw OIDCError(.cancelled, "the pages don't lead back")
    }

    private struct Page {
        let url: URL
        let text: String
        /// Where the browser was sent at last, outside of the server.
        let location: String?
    }

    private func load(_ request: HTTPRequest, _ device: Device, until redirect: String) async throws -> Page {
        var request = request
        for _ in 0..<10 {
            let response = try await device.send(request, as: .authorize)
            guard let location = response.headers["Location"] else {
                return Page(url: request.url, text: String(decoding: response.body, as: UTF8.self), location: nil)
            }
            guard !location.hasPrefix(redirect), let url = URL(string: location, relativeTo: request.url) else {
                return Page(url: request.url, text: "", location: location)
            }
            request = HTTPRequest(.get, url.absoluteURL)
        }
        throw OIDCError(.unexpectedAnswer, "too many redirects")
    }

    /// What the user does on a page.
    private func next(_ page: Page) async throws -> HTTPRequest {
        if page.text.contains("type=\"password\""), let url = address(page, of: /<form method="post" action="([^"]*)"/) {
            var form = FormBody()
            for match in page.text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
                form.append(Self.unescaped(match.1), Self.unescaped(match.2))
            }
            form.append("IDToken1", username)
            form.append("IDToken2", password)
            var request = HTTPRequest(.post, url)
            request.setForm(encoded: form.encoded)
            return request
        }
        guard let url = address(page, of: /"?([^"=\s]*\/login\/wait[^"]*)"/) else {
            throw OIDCError(.unexpectedAnswer, "a page that nobody knows: \(page.text.prefix(2000))")
        }
        try await whileWaiting(page.text)
        return HTTPRequest(.get, url)
    }

    private func address(_ page: Page, of pattern: Regex<(Substring, Substring)>) -> URL? {
        page.text.firstMatch(of: pattern).flatMap { URL(string: Self.unescaped($0.1), relativeTo: page.url)?.absoluteURL }
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}
