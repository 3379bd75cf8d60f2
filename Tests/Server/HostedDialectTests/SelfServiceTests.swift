import DialectTesting
@testable import HTTPBase
import JourneyEngine
import Primitives
import Testing

@testable import JourneyModel
import Services
import SignIn
import Directory

@Suite("The journeys by which people help themselves")
struct SelfServiceTests {
    private static let path = "/realms/alpha/account"

    /// A server whose realm has a journey `Own` or had one, and names it, or none, in one setting.
    private func server(
        _ setting: WritableKeyPath<SelfServiceSettings, String>, _ name: String, isThere: Bool
    ) async throws -> ServerHarness {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let journey = try #require(try BuiltInJourneys.demonstration().first { $0.name == "ResetPassword" })
        var definition = try #require(journey.json.object)
        definition["name"] = "Own"
        try await server.domain.signIn.journeys.save(.object(definition), named: "Own", in: realm.id)
        realm.settings[SelfServiceSettings.self][keyPath: setting] = name
        try await server.domain.directory.realms.update(realm)
        if !isThere { try await server.domain.signIn.journeys.delete("Own", in: realm.id) }
        return server
    }

    @Test("those for people who can't sign in stand on the sign-on page, under the names that the realm gives")
    func signOn() async throws {
        let settings = [\SelfServiceSettings.forgottenPasswordJourney, \.forgottenUsernameJourney, \.registrationJourney]
        for (setting, title) in zip(settings, ["Forgot your password?", "Forgot your user name?", "Create an account"]) {
            for (name, isThere, isOffered) in [("Own", true, true), ("", true, false), ("Own", false, false)] {
                let browser = Browser(try await server(setting, name, isThere: isThere))
                let text = try await browser.open(Self.path).text
                #expect(text.contains("journey=Own\"") == isOffered && text.contains(title) == isOffered, "\(title) \(name)")
            }
        }
    }

    @Test("the way back leads to the sign-on page and on to the same place")
    func back() async throws {
        let browser = Browser(try await server(\.registrationJourney, "Own", isThere: true))
        let text = try await browser.open("/realms/alpha/login?journey=Own&goto=%2Frealms%2Falpha%2Faccount").text
        #expect(text.contains("href=\"/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount\">Back to sign-in</a>"))
        let other = try await browser.open("/realms/alpha/login?journey=sdkUsernamePasswordJourney").text
        #expect(!other.contains("Back to"))
    }

    @Test("those for who has signed in stand on the account page, under the names that the realm gives")
    func account() async throws {
        for setting in [\SelfServiceSettings.updatePasswordJourney, \.passkeyJourney] {
            for (name, isThere, isOffered) in [("Own", true, true), ("", true, false), ("Own", false, false)] {
                let browser = Browser(try await server(setting, name, isThere: isThere))
                try await browser.open(Self.path)
                let page = try await browser.submit(["IDToken1": TestDomain.username, "IDToken2": TestDomain.password])
                #expect(browser.target == Self.path && page.text.contains("login?journey=Own&amp;") == isOffered, "\(setting) \(name)")
            }
        }
    }
}
