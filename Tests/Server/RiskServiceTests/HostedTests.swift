import Directory
import Foundation
import HTTPTypes
import JourneyMessages
import JourneyModel
import Primitives
import Risk
import RiskSignals
import Services
import Testing

@Suite("Hosted pages that collect signals")
struct HostedTests {
    private static let journey = """
        name: Guarded
        start: signals
        nodes:
          signals: { collectSignals: { deviceAttributesToIgnore: [ LOCALE ], customHost: "https://other.example" }, "true": credentials, "false": failure }
          credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
          check: { dataStoreDecision: {}, "true": risk, "false": failure }
          risk: { riskEvaluation: {}, low: done, medium: failure, high: failure, exceed: failure, failure: failure, clientError: unseen }
          unseen: { message: { message: no signals came }, "true": failure, "false": failure }
          done: { riskResult: { status: SUCCESS }, next: success }
        """

    private static func server(isOn: Bool = true, _ text: String = journey) async throws -> RiskServer {
        try await RiskServer(journeys: [try JourneyDefinition(text: text).json]) { $0[RiskSettings.self].signalsOnPages = isOn }
    }

    /// A browser: it keeps cookies, and posts the form that it was shown.
    private final class Browser {
        let server: RiskServer
        private(set) var cookies: [String: String] = [:]
        private(set) var page = ""

        init(_ server: RiskServer) { self.server = server }

        func open(_ target: String = "/realms/alpha/login?journey=Guarded") async throws -> RiskServer.ServerResponse {
            took(try await server.send(.get, target, headers: headers))
        }

        func send(_ fields: [String: String]) async throws -> RiskServer.ServerResponse {
            var form = ["state": value(of: "state"), "csrf": value(of: "csrf")]
            form.merge(fields) { $1 }
            let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
            let body = form.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")" }.joined(separator: "&")
            var headers = headers
            headers[.contentType] = "application/x-www-form-urlencoded"
            let action = page.firstMatch(of: /action="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") } ?? ""
            return took(try await server.send(.post, action, headers: headers, body: Array(body.utf8)))
        }

        /// With cookies of the same names that another host of the domain has planted.
        private var headers: HTTPFields {
            [.cookie: cookies.flatMap { ["\($0)=" + String(repeating: "A", count: $1.count), "\($0)=\($1)"] }.joined(separator: "; ")]
        }

        private func value(of name: String) -> String {
            (try? Regex("name=\"\(name)\" value=\"([^\"]*)\"").firstMatch(in: page))?.output[1].substring.map(String.init) ?? ""
        }

        private func took(_ answer: RiskServer.ServerResponse) -> RiskServer.ServerResponse {
            for line in answer.headers[values: .setCookie] {
                let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2 else { continue }
                cookies[String(pair[0])] = pair[1].isEmpty ? nil : String(pair[1])
            }
            page = String(decoding: answer.body, as: UTF8.self)
            return answer
        }
    }

    private static let credentials = ["IDToken1": "ada", "IDToken2": "correct horse battery staple"]

    @Test("once the journey asks, pages run the script; what the form brings answers the evaluation, and no page is shown for either")
    func collects() async throws {
        let server = try await Self.server()
        let (browser, app) = (Browser(server), try await App.ofUser(server))
        #expect(try await browser.open().status == 200)
        #expect(browser.page.contains("name=\"IDToken2\"") && browser.page.contains("id=\"stPingId\""))
        #expect(browser.page.contains("[&quot;LOCALE&quot;]") && !browser.page.contains("other.example"))
        let kept = browser.cookies.keys.filter { $0.hasSuffix("gatehouse_signals") }
        #expect(kept.count == 1)
        let data = try await app.data
        let done = try await browser.send(Self.credentials.merging(["signals": data]) { $1 })
        #expect(done.status == 303 && browser.cookies.keys.contains { $0.hasSuffix("iPlanetDirectoryPro") })
        #expect(!browser.cookies.keys.contains { $0.hasSuffix("gatehouse_signals") })
        let recorded = try #require(try await server.risk.latest(limit: 1, in: server.realm).first)
        #expect(recorded.signals == "TAKEN" && recorded.completion == .success)
    }

    @Test("a browser without script brings none, and the journey is told so")
    func withoutScript() async throws {
        let browser = Browser(try await Self.server())
        _ = try await browser.open()
        #expect(try await browser.send(Self.credentials).status == 200 && browser.page.contains("no signals came"))
    }

    @Test("signals that were used before, or are no payload, are evaluated as what they are")
    func refused() async throws {
        let server = try await Self.server()
        let data = try await App.ofUser(server).data
        _ = try await server.evaluate(server.event { $0.signals = .payload(data) })
        for (text, outcome) in [(data, "REPLAYED"), ("no payload", "WRONG_KEY")] {
            server.time.advance(by: 1)
            let browser = Browser(server)
            _ = try await browser.open()
            _ = try await browser.send(Self.credentials.merging(["signals": text]) { $1 })
            #expect(try await server.risk.latest(limit: 1, in: server.realm).first?.signals == outcome)
        }
    }

    @Test("a realm that doesn't say so has no script on its pages, and takes no signals from them")
    func off() async throws {
        let server = try await Self.server(isOn: false)
        let browser = Browser(server)
        _ = try await browser.open()
        #expect(!browser.page.contains("<script") && browser.page.contains("value=\"Unsupported\""))
        #expect(!browser.cookies.keys.contains { $0.hasSuffix("gatehouse_signals") })
    }

    @Test("the marketplace's nodes are answered too")
    func metadata() async throws {
        let text = """
            name: Guarded
            start: signals
            nodes:
              signals: { collectSignalsByMetadata: {}, NEXT: credentials, ERROR: failure }
              credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
              check: { dataStoreDecision: {}, "true": risk, "false": failure }
              risk: { riskEvaluationByMetadata: {}, low: success, medium: failure, high: failure, exceed: failure, error: failure }
            """
        let server = try await Self.server(isOn: true, text)
        let (browser, app) = (Browser(server), try await App.ofUser(server))
        _ = try await browser.open()
        #expect(browser.page.contains("id=\"stPingId\"") && browser.page.contains("name=\"IDToken2\""))
        let data = try await app.data
        #expect(try await browser.send(Self.credentials.merging(["signals": data]) { $1 }).status == 303)
        #expect(try await server.risk.latest(limit: 1, in: server.realm).first?.signals == "TAKEN")
    }

    @Test("a journey that asks for nothing has no script, whatever the browser keeps of another")
    func other() async throws {
        let plain = """
            name: Plain
            start: credentials
            nodes:
              credentials: { page: { nodes: [ { username: {} }, { password: {} } ] }, next: check }
              check: { dataStoreDecision: {}, "true": success, "false": failure }
            """
        let server = try await RiskServer(journeys: [
            try JourneyDefinition(text: Self.journey).json, try JourneyDefinition(text: plain).json,
        ]) { $0[RiskSettings.self].signalsOnPages = true }
        let browser = Browser(server)
        _ = try await browser.open()
        _ = try await browser.open("/realms/alpha/login?journey=Plain")
        #expect(!browser.page.contains("signals.js") && browser.page.contains("passwords.js"))
    }
}
