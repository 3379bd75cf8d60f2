import DialectTesting
@testable import HTTPBase
import HTTPTypes
import PolicyMessages
import Primitives
import SignIn
import Testing

import Services
import Directory

@Suite("AM's own pages lead to ours")
struct AMPagesTests {
    private static let origin = "http://127.0.0.1:8080"

    @Test(
        "the sign-on page of the realm, with the other parameters",
        arguments: [
            (
                "/am/?realm=/alpha&authIndexType=service&authIndexValue=Login",
                "/realms/alpha/login?authIndexType=service&authIndexValue=Login"
            ),
            ("/am?realm=%2Falpha", "/realms/alpha/login"),
            ("/openam/XUI/?realm=/alpha&goto=%2Frealms%2Falpha%2Faccount", "/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount"),
            ("/am/XUI/index.html", "/realms/root/login"), ("/am/XUI/realms/alpha?ForceAuth=true", ""),
            ("/am/realms/root/realms/alpha/XUI?ForceAuth=true", "/realms/alpha/login?ForceAuth=true"),
        ])
    func login(_ target: String, _ place: String) async throws {
        let answer = try await ServerHarness().send(.get, target)
        guard !place.isEmpty else {
            #expect(answer.status == .notFound)
            return
        }
        #expect(answer.status == .found && answer.headers[.location] == Self.origin + place)
        #expect(answer.headers[.cacheControl]?.contains("no-store") == true)
    }

    @Test("an unknown realm is a page that says so")
    func unknown() async throws {
        let answer = try await ServerHarness().send(.get, "/am/XUI/?realm=/gamma")
        #expect(answer.status == .notFound && answer.headers[.contentType]?.hasPrefix("text/html") == true)
    }

    @Test("the console is the account page, unless the realm names another place")
    func console() async throws {
        let server = try await ServerHarness()
        let account = try await server.send(.get, "/am/console?realm=/alpha")
        #expect(account.headers[.location] == Self.origin + "/realms/alpha/account")
        for (place, location) in [("/welcome", Self.origin + "/welcome"), ("https://app.example.com/", "https://app.example.com/")] {
            var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
            realm.settings[JourneySettings.self].successURL = place
            try await server.domain.directory.realms.update(realm)
            #expect(try await server.send(.get, "/am/realms/alpha/console").headers[.location] == location)
        }
    }

    @Test("a gateway's advice: the journey asks, the resource is allowed once, and the browser goes back where the realm allows it")
    func advice() async throws {
        let policies = try await PolicyServer()
        var realm = policies.realm
        realm.settings[JourneySettings.self].redirectOrigins = ["https://app.example.com"]
        try await policies.server.domain.directory.realms.update(realm)
        let token = try await policies.signIn()
        let advice = try await policies.decide(for: token).advices
        let browser = Browser(policies.server)
        browser.keep("iPlanetDirectoryPro", token)
        let redirect = AdviceRedirect(
            login: "/am/XUI/", resource: "https://app.example.com/pay?a=b", realm: "/alpha", advice: advice)
        let page = try await browser.open(redirect.location)
        #expect(page.status == .ok && page.text.contains("type=\"password\""))
        #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self' https://app.example.com;") == true)
        let wrong = try await browser.submit(["IDToken1": "wrong"])
        #expect(wrong.headers[.location] == nil)
        let back = try await browser.submit(["IDToken1": TestDomain.password])
        #expect(back.headers[.location] == "https://app.example.com/pay?a=b")
        let id = try #require(advice.transactionID)
        #expect(try await policies.decide(for: token, transaction: id).allows("POST"))
    }

    @Test(
        "an advice leads nowhere else",
        arguments: ["https://evil.example/", "https://app.example.com.evil.example/", "//evil.example", "/"])
    func elsewhere(_ place: String) async throws {
        let policies = try await PolicyServer()
        var realm = policies.realm
        realm.settings[JourneySettings.self].redirectOrigins = ["https://app.example.com"]
        try await policies.server.domain.directory.realms.update(realm)
        let advice = PolicyAdvice(.transaction, "4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13")
        let browser = Browser(policies.server)
        let page = try await browser.open(AdviceRedirect(login: "/am/", resource: place, realm: "/alpha", advice: advice).location)
        #expect(page.status == .badRequest && page.headers[.location] == nil)
    }

    @Test("an advice that is none is a page that says so", arguments: ["", "x"])
    func malformed(_ text: String) async throws {
        let target = "/realms/alpha/login?authIndexType=composite_advice&authIndexValue=" + text
        #expect(try await ServerHarness().send(.get, target).status == .badRequest)
    }
}
