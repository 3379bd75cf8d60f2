import Store
import Sessions
import JourneyMessages
import HTTPTypes
import CommandChannel
import Directory
import Foundation
import JourneyModel
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Services
import Testing

@Suite("Journeys that ask by a customer's app", .timeLimit(.minutes(5)))
struct OrchestrationJourneyTests {
    private static func journey(_ settings: String = "", kind: String = "orchestrationAuthentication", before: String = "") -> String {
        let ends = OrchestrationAuthenticationNode().outcomes.filter { $0 != "accepted" }
        return """
            name: App
            start: name
            nodes:
              name: { username: {}, next: \(before.isEmpty ? "app" : "before") }
            \(before.isEmpty ? "" : "  before: { \(before), next: app }")
              app: { \(kind): { application: bank\(settings) }, accepted: success, \(ends.map { "\($0): \($0)" }.joined(separator: ", ")) }
            \(ends.map { "  \($0): { message: { message: ended as \($0) }, \"true\": failure, \"false\": failure }" }.joined(separator: "\n"))
            """
    }

    private static func begun(
        _ settings: String = "", kind: String = "orchestrationAuthentication", before: String = "", isActivated: Bool = true
    ) async throws -> (server: OrchestrationServer, phone: LivePhone, login: LiveLogin) {
        let server = try await OrchestrationServer()
        try await server.save(journey(settings, kind: kind, before: before))
        let phone = LivePhone(server)
        if isActivated { try await phone.activated() }
        return (server, phone, try await LiveLogin(server).begin("App"))
    }

    private static func waiting(for phone: LivePhone) async throws -> String {
        try #require(try await phone.open().pendingRequests("tom", through: phone.relay).first)
    }

    @Test("an approval in the app signs the user in, and the session is theirs")
    func accepted() async throws {
        let (server, phone, login) = try await Self.begun()
        #expect(login.wait?.milliseconds == 2_000 && login.hidden == nil && login.buttons == ["Cancel"])
        try await login.look()
        #expect(login.wait != nil && !login.isDone)
        #expect(try await phone.answer(try await Self.waiting(for: phone)) == .accepted)
        #expect(phone.user.now.shown.map(\.display.text) == ["Sign in as tom?"] && phone.user.now.shown[0].kind == .remoteAuthentication)
        try await login.look()
        #expect(login.isDone)
        let user = try #require(try await server.domain.users.user(named: "tom", in: server.realm.id))
        let session = try #require(try await server.domain.sessions.sessions(of: user.id, in: server.realm.id).first)
        #expect(session.properties["NodeType"] == "Orchestration")
    }

    @Test("an approval signs in once: the same step, and another copy of it, lead nowhere")
    func once() async throws {
        let (server, phone, login) = try await Self.begun()
        let step = try #require(login.step)
        #expect(try await phone.answer(try await Self.waiting(for: phone)) == .accepted)
        await withTaskGroup { group in
            for _ in 0..<5 { group.addTask { _ = try? await LiveLogin(server).send(step) } }
        }
        #expect(try await LiveLogin(server).send(step)["tokenId"] == nil)
        let user = try #require(try await server.domain.users.user(named: "tom", in: server.realm.id))
        #expect(try await server.domain.sessions.sessions(of: user.id, in: server.realm.id).count == 1)
    }

    @Test("a rejection, the end of time and of tries, and the button have their outcomes, and no session comes of them")
    func outcomes() async throws {
        let (_, phone, login) = try await Self.begun()
        #expect(try await phone.answer(try await Self.waiting(for: phone), .reject) == .refused)
        try await login.look()
        #expect(login.says("ended as refused"))

        let (second, _, late) = try await Self.begun()
        second.time.advance(by: 61)
        try await late.look()
        #expect(late.says("ended as timeout"))

        let (_, third, tried) = try await Self.begun()
        third.user.enters("000001", "000002", "000003", "000004", "000005")
        let command = try await Self.waiting(for: third)
        let locked = await failure { () throws(OrchestrationError) in
            _ = try await third.open().answer(command, through: third.relay, prompts: third.user)
        }
        #expect(locked?.code == .passwordLocked)
        try await tried.look()
        #expect(tried.says("ended as failed"))

        let (_, fourth, left) = try await Self.begun()
        let stale = try await Self.waiting(for: fourth)
        try await left.press()
        #expect(left.says("ended as exited"))
        #expect(try await fourth.answer(stale) == .outdated(.expired))
        #expect(try await fourth.open().pendingRequests("tom", through: fourth.relay).isEmpty)
    }

    @Test("a user without an authenticator, a locked one, and a name that no user has end as noDevice")
    func noDevice() async throws {
        let (server, phone, login) = try await Self.begun(isActivated: false)
        #expect(login.says("ended as noDevice"))
        try await phone.activated()
        for _ in 0..<5 {
            let wrong = try await phone.oneTimePassword(pin: "000001")
            server.time.advance(by: 30)
            _ = try await server.call(.post, "users/tom/login", ["credentials": ["authenticator": ["OTP": .string(wrong.code)]]])
        }
        #expect(try await LiveLogin(server).begin("App").says("ended as noDevice"))
        #expect(try await LiveLogin(server).begin("App", as: "who").says("ended as noDevice"))
    }

    @Test("more requests than wait at once end as failed, and so does an application that is another realm's fail")
    func limited() async throws {
        let (server, _, _) = try await Self.begun()
        for _ in 0..<7 { _ = try await LiveLogin(server).begin("App") }
        #expect(try await LiveLogin(server).begin("App").says("ended as failed"))
        try await server.save(Self.journey().replacing("application: bank", with: "application: nowhere"))
        let login = try await LiveLogin(server).begin("App")
        #expect(!login.isDone && login.step == nil)
    }

    @Test("each setting is told to the app, or to the page")
    func settings() async throws {
        let (server, phone, login) = try await Self.begun(
            """
            , method: NoPIN, lifetime: 200, waitingMessage: Look at your phone, showsCode: true, seconds: 7, exitMessage: Enough, \
            title: "Is it {{user}}?", subject: In the bank
            """)
        #expect(login.wait?.milliseconds == 7_000 && login.wait?.message == "Look at your phone" && login.buttons == ["Enough"])
        let hidden = try #require(login.hidden)
        #expect(hidden.id == "orchestrationRequest" && HiddenValue.codes.contains(hidden.id))
        server.time.advance(by: 199)
        // The code on the page is the request, and no PIN is asked for.
        #expect(try await phone.answer(hidden.value, pins: nil) == .accepted)
        #expect(phone.user.now.shown.map(\.display.text) == ["Is it tom?\nIn the bank"])
        try await login.look()
        #expect(login.isDone)
    }

    @Test("the application that is named is asked, and no other of the user's")
    func application() async throws {
        let (server, phone, _) = try await Self.begun()
        try await server.save(Self.journey().replacing("application: bank", with: "application: shop"))
        #expect(try await LiveLogin(server).begin("App").says("ended as noDevice"))
        #expect(try await phone.open().pendingRequests("tom", through: phone.relay).count == 1)
    }

    @Test("data of the state are shown in order, and signed")
    func transaction() async throws {
        let (server, phone, login) = try await Self.begun(
            """
            , method: PIN, lifetime: 100, waitingMessage: Sign, showsCode: true, seconds: 3, exitMessage: No, \
            fields: [ "To=payee", amount, "User=username" ]
            """, kind: "orchestrationTransaction", before: "setState: { attributes: { payee: ACME, amount: 12.50 EUR } }")
        #expect(login.wait?.milliseconds == 3_000 && login.wait?.message == "Sign" && login.buttons == ["No"])
        server.time.advance(by: 99)
        #expect(try await phone.answer(try #require(login.hidden).value) == .accepted)
        let shown = try #require(phone.user.now.shown.first)
        #expect(shown.kind == .remoteTransaction && shown.display.text == "To: ACME\namount: 12.50 EUR\nUser: tom")
        try await login.look()
        #expect(login.isDone)
    }

    @Test("what the state hasn't, or no screen can show, isn't asked", arguments: ["\"payee\"", "\"amount\""])
    func unshowable(_ key: String) async throws {
        let before = "setState: { attributes: { amount: \"12\\u202e50\" } }"
        let (_, phone, login) = try await Self.begun(", fields: [ \(key) ]", kind: "orchestrationTransaction", before: before)
        #expect(!login.isDone && login.step == nil)
        #expect(try await phone.open().pendingRequests("tom", through: phone.relay).isEmpty)
    }

}
