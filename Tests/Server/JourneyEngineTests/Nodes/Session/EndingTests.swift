import JourneyModel
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
import Sessions
import Directory

@Suite("What nodes plan for the end of a run")
struct EndingTests {
    private func harness(_ nodes: String, _ change: (inout RealmSettings) -> Void = { _ in }) async throws -> JourneyHarness {
        var harness = try await JourneyHarness(change)
        harness.client.origin = "https://login.example.com"
        try await harness.add(nodes)
        return harness
    }

    @Test("session properties and limits; one that is taken away again is gone")
    func properties() async throws {
        let harness = try await harness(
            Journeys.planned(
                "setSessionProperties: { properties: { color: blue, size: L }, maxSessionTime: 10, maxIdleTime: 5 }",
                "removeSessionProperties: { propertyNames: [ size ] }"))
        let session = try #require(try await harness.login("Planned").success.session)
        #expect(session.properties == ["color": "blue"])
        #expect(session.ends == harness.time.now.addingTimeInterval(600) && session.idleTime == 300)
    }

    @Test(
        "a success URL is a path, on this server, or of an origin that the realm allows",
        arguments: [
            ("/there", "/there"), ("https://login.example.com/there", "https://login.example.com/there"),
            ("https://app.example.com/x?y=z", "https://app.example.com/x?y=z"), ("https://app.example.com.evil.example/", "/home"),
            ("https://app.example.com@evil.example/", "/home"), ("//evil.example/", "/home"), ("https://evil.example/", "/home"),
            ("javascript:alert(1)", "/home"), ("/\\\\evil.example", "/home"),
        ])
    func successURL(_ url: String, _ given: String) async throws {
        let harness = try await harness(Journeys.planned("setSuccessUrl: { successUrl: '\(url)' }")) { settings in
            settings[JourneySettings.self].successURL = "/home"
            settings[JourneySettings.self].redirectOrigins = ["https://app.example.com"]
        }
        #expect(try await harness.login("Planned").success.body.successURL == given)
    }

    @Test("what the request asks for goes before what a node says")
    func goto() async throws {
        let harness = try await harness(Journeys.planned("setSuccessUrl: { successUrl: /node }"))
        let step = try await harness.step("Planned") { $0.goto = "/request" }
        #expect(try await harness.send(step, "demo", "Ch4ng3it!").success.body.successURL == "/request")
    }

    @Test("a failure tells where to go and what happened", arguments: [nil, "/request", "https://evil.example/"])
    func failure(_ gotoOnFail: String?) async throws {
        let harness = try await harness(
            Journeys.planned(
                "setFailureUrl: { failureUrl: /node }",
                "setFailureDetails: { failureMessage: { en: 'No luck', de: Pech }, failureDetails: { code: '7', why: so } }", end: "failure"
            ))
        let step = try await harness.step("Planned") { $0.gotoOnFail = gotoOnFail }
        let error = await harness.error { try await harness.send(step, "demo", "Ch4ng3it!") }
        #expect(error?.code == .failed && error?.message == "No luck")
        let url = gotoOnFail == "/request" ? "/request" : "/node"
        #expect(error?.detail == ["code": 7, "why": "so", "failureUrl": .string(url)])
    }

    @Test("a node that can't go on tells what the journey has it tell")
    func error() async throws {
        let harness = try await harness(
            Journeys.planned(
                "setErrorDetails: { errorMessage: Out of order, errorDetails: { ticket: A1 } }",
                "scriptedDecision: { script: missing, outcomes: [ outcome ] }"))
        let error = await harness.error { try await harness.login("Planned") }
        #expect(error?.code == .failed && error?.message == "Out of order" && error?.detail == ["ticket": "A1"])
        try await harness.add(Journeys.planned("scriptedDecision: { script: missing, outcomes: [ outcome ] }"))
        #expect(await harness.error { try await harness.login("Planned") } == JourneyRunError(.internal))
    }

    @Test("a success has the members that nodes add, and keeps its own")
    func details() async throws {
        let harness = try await harness(
            Journeys.planned(
                "setSessionProperties: { properties: { color: blue } }",
                "setSuccessDetails: { successDetails: { list: '[1,2]', tokenId: forged, realm: /x }, sessionProperties: { shade: color, no: none } }"
            ))
        let done = try await harness.login("Planned").success
        #expect(done.body.details["list"] == [1, 2] && done.body.json["shade"] == "blue" && done.body.json["no"] == nil)
        #expect(done.body.json["tokenId"]?.string == done.token?.reveal() && done.body.json["realm"] == "/alpha")
    }

    @Test("cookies are set by success; of two with a name the later counts")
    func cookies() async throws {
        let harness = try await harness(
            Journeys.planned(
                "setCustomCookie: { name: a, value: first }",
                "setCustomCookie: { name: a, value: second, maxAge: 60, useSecureCookie: true }"))
        let cookies = try await harness.login("Planned").success.cookies
        #expect(cookies.map(\.value) == ["second"] && cookies.first?.maxAge == 60 && cookies.first?.isSecure == true)
    }

    @Test(
        "cookies that browsers would misunderstand make no journey",
        arguments: [
            "name: 'a b', value: x", "name: __Host-a, value: x", "name: a, value: 'x; Domain=evil.example'",
            "name: a, value: x, path: '/;x'",
            "name: a, value: x, sameSite: NONE", "name: 'a=b', value: x",
        ])
    func badCookies(_ settings: String) {
        #expect(throws: JourneyDefinitionError.self) {
            try JourneyDefinition(text: Journeys.planned("setCustomCookie: { \(settings) }"))
        }
    }

    @Test("a run lasts as long as the node says", arguments: [("SET", 1, 59.0, true), ("SET", 1, 61.0, false), ("MODIFY", 5, 500.0, true)])
    func timeout(_ operation: String, _ minutes: Int, _ passed: Double, _ lives: Bool) async throws {
        let harness = try await harness(
            """
            name: Long
            start: time
            noSession: true
            nodes:
              time: { updateJourneyTimeout: { operation: \(operation), value: \(minutes) }, next: ask }
              ask: { message: { message: Wait }, "true": success, "false": failure }
            """)
        let step = try await harness.step("Long")
        harness.time.advance(by: passed)
        let error = await harness.error { try await harness.send(step, nil, 0) }
        #expect(error == (lives ? nil : JourneyRunError(.timedOut)))
    }
}
