import DialectTesting
import Dialects
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import Testing

@Suite("Reading requests")
struct RequestReadingTests {
    private func server(behind proxy: ClientAddress.Header? = nil) async throws -> ServerHarness {
        try await ServerHarness(
            adjust: { $0.http.proxyHeader = proxy },
            routes: .test([
                .post("json", changes: .nothing) { request, _ in .json(try await request.json() ?? "empty") },
                .post("form", changes: .nothing) { request, _ in
                    .json(text: try await request.form().parameters.map(\.value).joined(separator: "|"))
                },
                .get("address") { .json(text: try ClientAddress.of($0, in: $1, behind: proxy)) },
                .get("languages") { request, _ in .json(text: PreferredLanguages.of(request).joined(separator: " ")) },
            ]))
    }

    @Test("JSON needs its media type, but an empty body none")
    func mediaType() async throws {
        let server = try await server()
        let json: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        #expect(try await server.send(.post, "/json", headers: json, body: "[1]").text == "[1]")
        #expect(try await server.send(.post, "/json", headers: json).json == "empty")
        #expect(try await server.send(.post, "/json").json == "empty")
        #expect(try await server.send(.post, "/json", headers: [.contentType: "text/plain"]).json == "empty")
        for type in ["text/plain", "application/jsonp", "application/x-www-form-urlencoded"] {
            let answer = try await server.send(.post, "/json", headers: [.contentType: type], body: "{}")
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer.json["reason"] == "Unsupported Media Type")
        }
        #expect(try await server.send(.post, "/json", body: "{}").status == .unsupportedMediaType)
    }

    @Test("what isn't JSON is a 400")
    func malformed() async throws {
        for body in ["{", "{\"a\":1,\"a\":2}", "nope", String(repeating: "[", count: 100)] {
            let answer = try await server().send(.post, "/json", headers: [.contentType: "application/json"], body: body)
            #expect(answer.status == .badRequest)
            #expect(answer.json["code"] == 400)
        }
    }

    @Test("a body that is too long is a 413")
    func tooLong() async throws {
        let server = try await server()
        let json = try await server.send(
            .post, "/json", headers: [.contentType: "application/json"], body: String(repeating: " ", count: BodyLimit.json + 1))
        #expect(json.status == .contentTooLarge)
        let form = try await server.send(
            .post, "/form", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "a=" + String(repeating: "b", count: BodyLimit.form))
        #expect(form.status == .contentTooLarge)
    }

    @Test("checklist 14: a form that isn't percent-encoded is taken")
    func rawForm() async throws {
        let answer = try await server().send(
            .post, "/form", headers: [.contentType: "application/x-www-form-urlencoded"], body: "scope=openid profile&uri=app://x/y")
        #expect(answer.text == "openid profile|app://x/y")
    }

    @Test("X-Forwarded-For counts only behind a proxy, and then its last entry")
    func forwarded() async throws {
        let name = HTTPField.Name.known("X-Forwarded-For")
        let headers: HTTPFields = [name: "6.6.6.6, 203.0.113.7"]
        #expect(try await server().send(.get, "/address", headers: headers).text == "local")
        #expect(try await server(behind: .automatic).send(.get, "/address", headers: headers).text == "203.0.113.7")
        #expect(try await server(behind: .automatic).send(.get, "/address", headers: [name: "nonsense"]).status == .badRequest)
    }

    @Test("languages come in the order of their weights")
    func languages() async throws {
        let answer = try await server().send(.get, "/languages", headers: [.acceptLanguage: "fr;q=0.5, de-CH, en;q=0.8, xx;q=0, <b>"])
        #expect(answer.text == "de-CH en fr")
    }
}
