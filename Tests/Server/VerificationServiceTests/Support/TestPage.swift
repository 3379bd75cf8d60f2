import Foundation
import HTTPTypes
import OAuthMessages
import Primitives
import Testing
import VerificationMessages
import Verifications

/// A browser without script on the page of a verification: it keeps the cookie, follows redirects and sends the page's form.
final class TestPage {
    let server: VerifyServer
    private(set) var cookie: String?
    private(set) var answer = VerifyServer.VerifyAnswer(status: 0, body: [], headers: [:])
    /// The address of the page that is shown.
    private(set) var target = ""

    init(_ server: VerifyServer) { self.server = server }

    var text: String { answer.text }
    var status: Int { answer.status }
    /// The address to which the page's form goes, and its hidden fields.
    var action: String { get throws { try #require(Self.values("<form [^>]*action=\"([^\"]*)\"", text).first) } }
    var fields: [String: String] {
        Dictionary(
            zip(
                Self.values("<input type=\"hidden\" name=\"([^\"]*)\"", text),
                Self.values("<input type=\"hidden\" name=\"[^\"]*\" value=\"([^\"]*)\"", text))
        ) { first, _ in first }
    }

    private static func values(_ pattern: String, _ text: String) -> [String] {
        let found = try? NSRegularExpression(pattern: pattern).matches(in: text, range: NSRange(text.startIndex..., in: text))
        return (found ?? []).compactMap { Range($0.range(at: 1), in: text) }.map {
            String(text[$0]).replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        }
    }

    @discardableResult
    func open(_ target: String) async throws -> Int {
        try await send(.get, target)
        return status
    }

    /// Opens the page of a code, and agrees.
    @discardableResult
    func begin(_ code: Secret) async throws -> Int {
        try await open(server.site.link(code))
        return try await submit()
    }

    /// Sends the page's form, with some fields changed.
    @discardableResult
    func submit(_ changes: [String: String] = [:], to target: String? = nil) async throws -> Int {
        try await send(.post, try target ?? action, Self.formType, formBody(changes))
        return status
    }

    private static let formType = "application/x-www-form-urlencoded"

    /// The page's form, with some fields changed, as it is sent.
    func formBody(_ changes: [String: String] = [:]) -> [UInt8] {
        let form = fields.merging(changes) { $1 }
        return Array(FormBody(form.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded.utf8)
    }

    var formHeaders: HTTPFields {
        var headers: HTTPFields = [.contentType: Self.formType]
        headers[.cookie] = cookies
        return headers
    }

    /// The cookie as it is sent: behind one of the same name that another host of the domain has planted.
    private var cookies: String? {
        cookie.map { cookie in
            let (name, value) = (cookie.prefix { $0 != "=" }, cookie.drop { $0 != "=" }.dropFirst())
            return "\(name)=\(value.hasPrefix("A") ? "B" : "A")\(value.dropFirst()); \(cookie)"
        }
    }

    /// Sends the page's form with a picture.
    @discardableResult
    func send(_ picture: [UInt8], _ changes: [String: String] = [:], to target: String? = nil) async throws -> Int {
        let form = fields.merging(changes) { $1 }
        try await send(.post, try target ?? action, "multipart/form-data; boundary=X-edge", Self.multipart(form, picture))
        return status
    }

    static func multipart(_ fields: [String: String], _ picture: [UInt8]) -> [UInt8] {
        var body = fields.sorted { $0.key < $1.key }.flatMap { name, value in
            Array("--X-edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        let head = "--X-edge\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a;b.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        body += Array(head.utf8) + picture
        return body + Array("\r\n--X-edge--\r\n".utf8)
    }

    private func send(_ method: HTTPRequest.Method, _ target: String, _ type: String? = nil, _ body: [UInt8] = []) async throws {
        var (method, target, type, body) = (method, target, type, body)
        for _ in 0..<5 {
            var headers: HTTPFields = [:]
            headers[.cookie] = cookies
            headers[.contentType] = type
            answer = try await server.send(method, target, headers: headers, body: body)
            self.target = target
            if let set = answer.headers[.setCookie] { cookie = String(set.prefix { $0 != ";" }) }
            guard answer.status == 303, let location = answer.headers[.location] else { return }
            (method, target, type, body) = (.get, location, nil, [])
        }
    }

    /// Takes over the cookie of another browser.
    func hold(_ cookie: String?) { self.cookie = cookie }

    /// Chooses a document, and sends a picture of each of its sides that the page asks for.
    func takeLicence() async throws {
        try await open("\(target)?card=DRIVING_LICENSE")
        try await send(ScriptedPictures.file("rgb.png"))
        try await send(ScriptedPictures.file("licence.png"))
    }
}
