import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import JourneyMessages
import MailTesting
import Primitives
import Testing

@testable import JourneyModel
import Services
import SignIn
import Directory
import Messaging

@Suite("Suspended journeys over HTTP")
struct SuspensionTests {
    private static let path = "/realms/alpha/login"

    private func server() async throws -> ServerHarness {
        let server = try await ServerHarness()
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        for template in try EmailTemplate.standard() { try await server.domain.messaging.templates.save(template, in: realm.id) }
        for journey in try BuiltInJourneys.demonstration() {
            try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
        }
        return server
    }

    /// Asks for a link to reset the password, by the API.
    private func ask(_ server: ServerHarness, for address: String = "demo@example.com") async throws -> ServerResponse {
        try await server.authenticate(server.start("ResetPassword").answering([address]))
    }

    private func refusal(_ answer: ServerResponse) {
        #expect(answer.status == .unauthorized)
        #expect(
            answer.json == [
                "code": 401, "reason": "Unauthorized",
                "message": .string("\(JourneyFailure.suspendedException): No result found"),
            ], "no detail: by that clients tell it from other failures")
    }

    @Test("a client resumes with suspendedId and nothing else, once")
    func resume() async throws {
        let server = try await server()
        let step = try await ask(server).json
        #expect(step["callbacks"]?.array?[0]["type"] == "SuspendedTextOutputCallback" && step["authId"]?.string?.isEmpty == false)
        let id = try #require(server.mail.suspendedID)
        let resumed = try await server.authenticate(query: "?suspendedId=\(id)&authIndexType=service&authIndexValue=ResetPassword")
        #expect(resumed.json["callbacks"]?.array?[0]["type"] == "ValidatedCreatePasswordCallback")
        let done = try await server.authenticate(resumed.json.answering(["another long password"]))
        #expect(done.json["tokenId"]?.string != nil)
        refusal(try await server.authenticate(query: "?suspendedId=\(id)"))
        refusal(try await server.authenticate(query: "?suspendedId="))
        refusal(try await server.authenticate(query: "?suspendedId=\(String(repeating: "x", count: 200))"))
    }

    @Test("a link of another realm is unknown, and a step that is sent along goes before it")
    func realms() async throws {
        let server = try await server()
        let step = try await ask(server).json
        let id = try #require(server.mail.suspendedID)
        refusal(try await server.authenticate(realm: "", query: "?suspendedId=\(id)"))
        let answered = try await server.authenticate(step, query: "?suspendedId=\(id)")
        #expect(answered.json["detail"]?["errorCode"] == "110")
        #expect(try await server.authenticate(query: "?suspendedId=\(id)").status == .ok)
    }

    @Test("unknown addresses get the same body, but for the authId")
    func unknown() async throws {
        let server = try await server()
        let (known, unknown) = (try await ask(server), try await ask(server, for: "nobody@example.com"))
        #expect(known.status == unknown.status && known.json.with("authId", nil) == unknown.json.with("authId", nil))
        #expect(server.mail.messages.count == 1)
    }

    @Test("in the browser: the page says to look into the mail; the link's page asks first, and then goes on in another browser")
    func browser() async throws {
        let server = try await server()
        let browser = Browser(server)
        try await browser.open(Self.path + "?journey=ResetPassword")
        let told = try await browser.submit(["IDToken1": "demo@example.com"])
        #expect(told.text.contains("An email has been sent") && !told.text.contains("<form"))
        let link = try #require(server.mail.link?.string)
        let target = try #require(link.firstRange(of: "http://127.0.0.1:8080")).upperBound
        let other = Browser(server)
        for _ in 0..<2 {
            let invitation = try await other.open(String(link[target...]))
            #expect(invitation.status == .ok && invitation.text.contains("You opened a link"), "looking at it spends nothing")
        }
        let form = try await other.submit()
        #expect(form.status == .ok && form.text.contains("type=\"password\""))
        let welcome = try await other.submit(["IDToken1": "another long password"])
        #expect(welcome.status == .ok && other.cookies["iPlanetDirectoryPro"] != nil)
        #expect(browser.cookies["iPlanetDirectoryPro"] == nil)
        try await browser.open(String(link[target...]))
        let used = try await browser.submit()
        #expect(used.status == .unauthorized && used.text.contains("used already or is too old"))
    }

    /// A sign-on that an application asked for, up to the mail; the link's target.
    private func goingSomewhere(_ browser: Browser, _ server: ServerHarness) async throws -> String {
        let authorize = "/realms/alpha/authorize?client_id=app&response_type=code&scope=openid"
        let goto = try #require(authorize.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        try await browser.open(Self.path + "?journey=ResetPassword&goto=" + goto)
        try await browser.submit(["IDToken1": "demo@example.com"])
        let link = try #require(server.mail.link?.string)
        return String(link[try #require(link.firstRange(of: "http://127.0.0.1:8080")).upperBound...])
    }

    @Test("in the browser that the sign-on began in, the link leads on to where it was going")
    func sameBrowser() async throws {
        let server = try await server()
        let browser = Browser(server)
        let target = try await goingSomewhere(browser, server)
        #expect(browser.cookies["gatehouse_origin"]?.isEmpty == false)
        try await browser.open(target)
        try await browser.submit()
        let end = try await browser.submit(["IDToken1": "another long password"])
        #expect(end.text.contains("Your password is changed"))
        #expect(end.text.contains("href=\"http://127.0.0.1:8080/realms/alpha/authorize?client_id=app"))
        #expect(browser.cookies["iPlanetDirectoryPro"] != nil && browser.cookies["gatehouse_origin"] == nil)
    }

    @Test("in another browser, or with another run's link, it leads to the welcome page", arguments: [true, false])
    func elsewhere(_ isOtherBrowser: Bool) async throws {
        let server = try await server()
        let (browser, other) = (Browser(server), Browser(server))
        var target = try await goingSomewhere(browser, server)
        if !isOtherBrowser {
            // Somebody else's run, whose link is opened where this one was going somewhere.
            target = try await goingSomewhere(other, server)
        }
        let opened = isOtherBrowser ? other : browser
        try await opened.open(target)
        try await opened.submit()
        let end = try await opened.submit(["IDToken1": "another long password"])
        #expect(end.text.contains("<a class=\"button\" href=\"http://127.0.0.1:8080/\">Continue</a>"))
        #expect(opened.cookies["iPlanetDirectoryPro"] != nil)
    }

    @Test("a form that another site sends resumes nothing")
    func foreignForm() async throws {
        let server = try await server()
        _ = try await ask(server)
        let id = try #require(server.mail.suspendedID)
        let browser = Browser(server)
        let answer = try await browser.post(Self.path + "/resume", ["state": id, "csrf": "x"])
        #expect(answer.text.contains("You opened a link"))
        #expect(try await server.authenticate(query: "?suspendedId=\(id)").status == .ok)
    }
}
