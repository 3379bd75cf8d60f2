import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import Pages
import Primitives
import Store
import Testing

@testable import JourneyModel
import Directory
import Foundations
import SignIn
import Services
import Sessions

@Suite("The account page")
struct AccountTests {
    private static let path = "/realms/alpha/account"
    private static let right = ["IDToken1": TestDomain.username, "IDToken2": TestDomain.password]

    private func signedIn(_ server: ServerHarness) async throws -> Browser {
        let browser = Browser(server)
        try await browser.open(Self.path)
        #expect(browser.target == "/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount")
        try await browser.submit(Self.right)
        #expect(browser.target == Self.path && browser.page?.status == .ok)
        return browser
    }

    private func user(_ server: ServerHarness) async throws -> User {
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        return try #require(try await server.domain.directory.users.user(named: TestDomain.username, in: realm.id))
    }

    /// The fields that every form of the page sends.
    private func form(_ browser: Browser, _ fields: [String: String] = [:]) throws -> [String: String] {
        let text = try #require(browser.page?.text)
        var form = fields
        for name in ["csrf", "state"] {
            form[name] = text.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)).map {
                String($0.1)
            }
        }
        return form
    }

    /// The name of the field for an attribute, by its title.
    private func field(_ title: String, _ browser: Browser) throws -> String {
        let pattern = try Regex("<label for=\"(IDToken[0-9]+)\"[^>]*>\(title)</label>", as: (Substring, Substring).self)
        return String(try #require(browser.page?.text.firstMatch(of: pattern)).1)
    }

    @Test("somebody who isn't signed in signs in first; then there are profile, sessions and the way to another password")
    func shown() async throws {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        for journey in try BuiltInJourneys.demonstration() where journey.name == "UpdatePassword" {
            try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        let text = try #require(try await signedIn(server).page?.text)
        #expect(text.contains("value=\"Demo\"") && text.contains("Where you are signed in"))
        #expect(text.contains("/realms/alpha/login?journey=UpdatePassword&amp;goto=%2Frealms%2Falpha%2Faccount"))
        #expect(!text.contains("Linked accounts") && !text.contains("Sign out everywhere else"))
    }

    @Test("what is saved is the user's; an empty field takes a value away, a missing one leaves it")
    func saved() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        let city = try field("City", browser)
        let first = try form(browser, [city: "Berne"])
        let page = try await browser.post(Self.path, first)
        #expect(page.text.contains("Your changes are saved.") && browser.target == Self.path + "?saved=true")
        #expect(try await user(server).attributes["city"] == "Berne")
        #expect(try await user(server).attributes["givenName"] == "Demo")
        let again = try await browser.post(Self.path, first)
        #expect(again.text.contains("Your changes are saved.") && browser.target == Self.path + "?saved=true", "a double click")
        let stale = try await browser.post(Self.path, first.merging([city: "Basel"]) { $1 })
        #expect(stale.status == .badRequest && stale.text.contains("changed elsewhere"))
        try await browser.open(Self.path)
        try await browser.post(Self.path, try form(browser, [city: ""]))
        #expect(try await user(server).attributes["city"] == nil)
    }

    @Test("a value that breaks a policy is said beside its field, and nothing is saved")
    func violation() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        let (mail, name) = (try field("Email Address", browser), try field("First Name", browser))
        let page = try await browser.post(Self.path, try form(browser, [mail: "nowhere", name: "Ada"]))
        #expect(page.status == .badRequest && page.text.contains("aria-invalid=\"true\"") && page.text.contains("value=\"nowhere\""))
        #expect(try await user(server).attributes["givenName"] == "Demo")
    }

    @Test("attributes that users may not change have no field, and a form can't name them")
    func forbidden() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        #expect(browser.page?.text.contains("accountStatus") == false)
        try await browser.post(Self.path, try form(browser, ["accountStatus": "inactive", "IDToken99": "x"]))
        #expect(try await user(server).status == .active)
    }

    @Test(
        "a form without the page's token changes nothing",
        arguments: ["", "/sessions", "/links", "/devices", "/data", "/deletion", "/sign-out"])
    func foreign(action: String) async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        var form = try form(browser, ["session": "others"])
        form["csrf"] = "AAAA"
        #expect(try await browser.post(Self.path + action, form).status == .forbidden)
        form["csrf"] = nil
        #expect(try await browser.post(Self.path + action, form).status == .forbidden)
        try await browser.open(Self.path)
        #expect(browser.target == Self.path)
    }

    @Test("with an old session one sees, but changes nothing until one has signed in again")
    func old() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        let city = try field("City", browser)
        let kept = try form(browser, [city: "Berne"])
        server.time.advance(by: 901)
        try await browser.post(Self.path, kept)
        #expect(browser.page?.text.contains("sign in again") == true && browser.page?.text.contains("IDToken1") == false)
        #expect(try await user(server).attributes["city"] == nil)
        try await browser.open("/realms/alpha/login?ForceAuth=true&goto=%2Frealms%2Falpha%2Faccount")
        try await browser.submit(Self.right)
        #expect(browser.target == Self.path && browser.page?.text.contains("IDToken1") == true)
    }

    @Test("other sessions can be ended, one or all; nobody else's")
    func sessions() async throws {
        let server = try await ServerHarness()
        let (browser, other, third) = (try await signedIn(server), try await signedIn(server), try await signedIn(server))
        try await browser.open(Self.path)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let root = try await server.domain.directory.realms.realm(at: .root)
        let foreign = Browser(server)
        try await foreign.open("/realms/root/login")
        try await foreign.submit(Self.right)
        let stranger = try #require(try await server.domain.directory.users.user(named: TestDomain.username, in: root.id))
        let handle = try #require(try await server.domain.session.registry.sessions(of: stranger.id, in: root.id).first?.handle)
        try await browser.post(Self.path + "/sessions", try form(browser, ["session": handle]))
        #expect(try await server.domain.session.registry.sessions(of: stranger.id, in: root.id).count == 1)
        #expect(try await server.domain.session.registry.sessions(of: user(server).id, in: realm.id).count == 3)
        try await browser.post(Self.path + "/sessions", try form(browser, ["session": "others"]))
        #expect(try await server.domain.session.registry.sessions(of: user(server).id, in: realm.id).count == 1)
        for gone in [other, third] {
            try await gone.open(Self.path)
            #expect(gone.target.hasPrefix("/realms/alpha/login"))
        }
    }

    @Test("a linked account can be removed while there is another way in")
    func links() async throws {
        let server = try await ServerHarness()
        let (browser, id) = (try await signedIn(server), try await user(server).id)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        _ = try await server.domain.directory.accounts.change(id, in: realm) { $0["aliasList"] = ["google-1", "apple-2"] }
        try await browser.open(Self.path)
        #expect(browser.page?.text.contains("Linked accounts") == true)
        try await browser.post(Self.path + "/links", try form(browser, ["link": "google-1"]))
        #expect(try await user(server).attributes["aliasList"] == ["apple-2"])
    }

    @Test("the last way in stays")
    func lastLink() async throws {
        let server = try await ServerHarness()
        let (domain, browser) = (server.domain, Browser(server))
        let realm = try await domain.directory.realms.realm(at: TestDomain.alpha)
        let user = try await domain.directory.users.create("ada", in: realm.id, attributes: ["aliasList": ["apple-2"]], passwordHash: nil)
        let (_, token) = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        browser.keep("iPlanetDirectoryPro", token.reveal())
        try await browser.open(Self.path)
        #expect(browser.page?.text.contains("apple-2") == true && browser.page?.text.contains(">Remove<") == false)
        let page = try await browser.post(Self.path + "/links", try form(browser, ["link": "apple-2"]))
        #expect(page.status == .forbidden)
        #expect(try await domain.directory.users.user(user.id, in: realm.id)?.attributes["aliasList"] == ["apple-2"])
    }

    @Test("signing out ends the session")
    func signOut() async throws {
        let server = try await ServerHarness()
        let browser = try await signedIn(server)
        try await browser.post(Self.path + "/sign-out", try form(browser))
        #expect(browser.target == "/signed-out" && browser.cookies["iPlanetDirectoryPro"] == nil)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        #expect(try await server.domain.session.registry.sessions(of: user(server).id, in: realm.id).isEmpty)
    }

    @Test("the sign-on page leads to the journeys for those who can't sign in, as far as the realm has them")
    func helps() async throws {
        let server = try await ServerHarness()
        let browser = Browser(server)
        try await browser.open(Self.path)
        #expect(browser.page?.text.contains("&amp;journey=") == false)
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        for journey in try BuiltInJourneys.demonstration() where ["ResetPassword", "Registration"].contains(journey.name) {
            try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        try await browser.open(Self.path)
        let text = try #require(browser.page?.text)
        #expect(text.contains("/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount&amp;journey=ResetPassword"))
        #expect(text.contains("Create an account") && !text.contains("Forgot your user name?"))
        try await browser.open("/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount&journey=Registration")
        let way = "/realms/alpha/login?goto=%2Frealms%2Falpha%2Faccount"
        let back = "<ul class=\"ways\">\n<li><a href=\"\(way)\">Back to sign-in</a></li>\n</ul>"
        #expect(browser.page?.text.contains(back) == true)
    }
}
