import DialectTesting
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import Primitives
import Testing

@testable import JourneyModel
import Services
import SignIn
import Directory

@Suite("The end of a journey on the wire")
struct JourneyEndTests {
    /// A login, then nodes with one outcome each, then an end.
    private func server(_ nodes: [String], end: String = "success") async throws -> ServerHarness {
        let harness = try await ServerHarness()
        let places = nodes.enumerated().map { index, node in
            "  n\(index): { \(node), next: \(index + 1 < nodes.count ? "n\(index + 1)" : end) }\n"
        }
        let text = """
            name: End
            start: form
            nodes:
              form: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": n0, "false": failure }

            """ + places.joined()
        try await Self.add(text, to: harness)
        return harness
    }

    private static func add(_ text: String, to harness: ServerHarness) async throws {
        let realm = try await harness.domain.directory.realms.realm(at: TestDomain.alpha)
        let journey = try JourneyDefinition(text: text)
        try await harness.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
    }

    private func finish(_ harness: ServerHarness, query: String = "") async throws -> ServerResponse {
        let step = try await harness.authenticate(query: "?authIndexType=service&authIndexValue=End" + query).json
        return try await harness.authenticate(step.answering([TestDomain.username, TestDomain.password]))
    }

    @Test("members, where to go, and cookies")
    func success() async throws {
        let harness = try await server([
            "setSuccessDetails: { successDetails: { plan: gold } }", "setSuccessUrl: { successUrl: /app }",
            "setCustomCookie: { name: seen, value: yes, maxAge: 60, path: /app, useSecureCookie: true, useHttpOnlyCookie: true, sameSite: STRICT }",
        ])
        let answer = try await finish(harness)
        #expect(answer.json["plan"] == "gold" && answer.json["successUrl"] == "/app" && answer.json["tokenId"] != nil)
        #expect(answer.setCookie("seen") == "seen=yes; Max-Age=60; Path=/app; Secure; HttpOnly; SameSite=Strict")
    }

    @Test("a failure's text, members and address; what the request says goes first")
    func failure() async throws {
        let nodes = [
            "setFailureDetails: { failureMessage: No luck, failureDetails: { code: '7' } }", "setFailureUrl: { failureUrl: /sorry }",
        ]
        let harness = try await server(nodes, end: "failure")
        let answer = try await finish(harness)
        #expect(answer.status == .unauthorized && answer.json["message"] == "No luck")
        #expect(answer.json["detail"] == ["code": 7, "failureUrl": "/sorry"])
        #expect(try await finish(harness, query: "&gotoOnFail=/other").json["detail"]?["failureUrl"] == "/other")
        #expect(try await finish(harness, query: "&gotoOnFail=https://evil.example/").json["detail"]?["failureUrl"] == "/sorry")
    }

    @Test("a persistent cookie signs in over HTTP, and only in its realm")
    func persistentCookie() async throws {
        let harness = try await server(["setPersistentCookie: { maxLife: 24 }"])
        let cookie = try #require(try await finish(harness).cookie("session-jwt"))
        try await Self.add(
            "name: Back\nstart: cookie\nnodes:\n  cookie: { persistentCookieDecision: {}, \"true\": success, \"false\": failure }\n",
            to: harness)
        let path = "?authIndexType=service&authIndexValue=Back"
        let back = try await harness.authenticate(query: path, headers: [.cookie: "session-jwt=\(cookie)"])
        #expect(back.json["tokenId"] != nil && back.setCookie("session-jwt")?.contains("HttpOnly") == true)
        #expect(try await harness.authenticate(query: path).status == .unauthorized)
        #expect(try await harness.authenticate(query: path, headers: [.cookie: "session-jwt=\(cookie)x"]).status == .unauthorized)
    }
}
