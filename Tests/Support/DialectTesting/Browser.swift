import Foundation
import HTTPBase
package import HTTPTypes
import OAuthMessages
import Primitives
import RealmHTTP

/// A browser without script: it keeps cookies, follows redirects on this server and submits forms.
///
/// Another host of the domain has planted a cookie of each name that it holds, which it sends first: the real one but for its first letter, and so as well formed. So a
/// reader that takes the first cookie of a name for the only one fails in every test that has a browser.
package final class Browser {
    private let server: ServerHarness
    package private(set) var cookies: [String: String] = [:]
    /// What the last answer was, and at which target.
    package private(set) var page: ServerResponse?
    package private(set) var target = "/"
    /// The headers that a browser would send besides.
    package var headers: HTTPFields = [:]

    package init(_ server: ServerHarness) { self.server = server }

    /// Goes to a target, and on wherever it is sent on this server. Ends at a page or at a foreign address.
    @discardableResult
    package func open(_ target: String) async throws -> ServerResponse { try await follow(try await send(.get, target)) }

    /// Submits the form of the page with some fields filled in.
    @discardableResult
    package func submit(_ fields: [String: String] = [:]) async throws -> ServerResponse {
        let form = form
        return try await post(form.action, form.fields.merging(fields) { $1 })
    }

    /// The page's form: where it goes, and what its hidden fields say.
    package var form: (action: String, fields: [String: String]) {
        let html = page?.text ?? ""
        return (action(of: html) ?? target, hiddenFields(html))
    }

    /// Posts a form to a target.
    @discardableResult
    package func post(_ target: String, _ form: [String: String]) async throws -> ServerResponse {
        let body = FormBody(form.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded
        return try await follow(try await send(.post, target, body: body))
    }

    package func forget(_ cookie: String) { cookies[cookie] = nil }
    package func keep(_ cookie: String, _ value: String) { cookies[cookie] = value }

    /// Sends one request without following.
    @discardableResult
    package func send(_ method: HTTPRequest.Method, _ target: String, body: String? = nil) async throws -> ServerResponse {
        var fields = headers
        if !cookies.isEmpty { fields[.cookie] = cookies.sorted { $0.key < $1.key }.flatMap(Self.pairs).joined(separator: "; ") }
        if body != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        let answer = try await server.send(method, target, headers: fields, body: body)
        for line in answer.headers[values: .setCookie] { take(line) }
        page = answer
        self.target = target
        return answer
    }

    private static func pairs(_ name: String, _ value: String) -> [String] {
        ["\(name)=" + (value.hasPrefix("A") ? "B" : "A") + value.dropFirst(), "\(name)=\(value)"]
    }

    private func follow(_ answer: ServerResponse) async throws -> ServerResponse {
        var answer = answer
        for _ in 0..<10 {
            guard let location = answer.headers[.location], let next = local(location) else { return answer }
            answer = try await send(.get, next)
        }
        return answer
    }

    private func local(_ location: String) -> String? {
        let origin = server.configuration.publicAddress.origin
        if location.hasPrefix(origin + "/") { return String(location.dropFirst(origin.count)) }
        return location.hasPrefix("/") && !location.hasPrefix("//") ? location : nil
    }

    private func take(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
    }

    private func hiddenFields(_ html: String) -> [String: String] {
        var fields: [String: String] = [:]
        for match in html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
            fields[unescaped(match.1)] = unescaped(match.2)
        }
        return fields
    }

    private func action(of html: String) -> String? {
        html.firstMatch(of: /<form method="post" action="([^"]*)"/).map { unescaped($0.1) }
    }

    package func unescaped(_ text: Substring) -> String {
        String(text).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}
