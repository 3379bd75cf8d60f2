import JourneyModel
import JourneyTesting
import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine
import Sessions
import Directory

/// A setting of a cookie, and what the cookie is like by it.
struct CookieSetting: Sendable, CustomTestStringConvertible {
    let text: String
    let look: @Sendable (JourneyCookie) -> Bool
    var testDescription: String { text }

    init(_ text: String, _ look: @escaping @Sendable (JourneyCookie) -> Bool) {
        self.text = text
        self.look = look
    }

    static let common = [CookieSetting("sameSite: STRICT") { $0.sameSite == .strict }]
    static let persistent =
        common + [
            CookieSetting("persistentCookieName: other") { $0.name == "other" }, CookieSetting("idleTimeout: 1") { $0.maxAge == 3600 },
            CookieSetting("useSecureCookie: false") { !$0.isSecure }, CookieSetting("useHttpOnlyCookie: false") { !$0.isHTTPOnly },
        ]
    static let custom =
        common + [
            CookieSetting("domain: example.com") { $0.domain == "example.com" }, CookieSetting("path: /app") { $0.path == "/app" },
            CookieSetting("useHttpOnlyCookie: true") { $0.isHTTPOnly },
        ]
}

@Suite("Cookies of journeys: settings")
struct CookieSettingTests {
    @Test("a cookie is as its node says", arguments: CookieSetting.custom)
    func custom(_ setting: CookieSetting) async throws {
        let harness = try await JourneyHarness()
        for (settings, isSet) in [("name: a, value: b", false), ("name: a, value: b, \(setting.text)", true)] {
            try await harness.add(Journeys.planned("setCustomCookie: { \(settings) }"))
            let cookie = try #require(try await harness.login("Planned").success.cookies.first)
            #expect(setting.look(cookie) == isSet)
        }
    }

    @Test("a persistent cookie is as the node says that sets it", arguments: CookieSetting.persistent)
    func set(_ setting: CookieSetting) async throws {
        let harness = try await JourneyHarness()
        for (settings, isSet) in [("", false), (setting.text, true)] {
            try await harness.add(Journeys.planned("setPersistentCookie: { \(settings) }"))
            let cookie = try #require(try await harness.login("Planned").success.cookies.first)
            #expect(setting.look(cookie) == isSet)
        }
    }

    @Test("one that is given anew is as the node says that took it", arguments: CookieSetting.persistent)
    func renewed(_ setting: CookieSetting) async throws {
        let harness = try await JourneyHarness()
        let name = setting.text.hasPrefix("persistentCookieName") ? setting.text : ""
        try await harness.add(Journeys.planned("setPersistentCookie: { \(name) }"))
        let first = try #require(try await harness.login("Planned").success.cookies.first)
        try await harness.add(
            "name: Back\nstart: cookie\nnodes:\n  cookie: { persistentCookieDecision: { \(setting.text) }, \"true\": success, \"false\": failure }\n"
        )
        var client = harness.client
        client.request = { RequestFacts(cookies: [RequestFacts.Field(first.name, first.value)]) }
        let done = try await harness.start("Back") { [client] in $0.client = client }.success
        #expect(done.session?.user == harness.user.id && done.cookies.contains(where: setting.look))
    }
}
