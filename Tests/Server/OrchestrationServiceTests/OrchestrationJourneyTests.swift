import Store
import Sessions
import JourneyMessages
import HTTPTypes
import CommandChannel
import Directory
import Foundation
import Foundations
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
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        let session = try #require(try await server.domain.session.registry.sessions(of: user.id, in: server.realm.id).first)
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
        server.time.advance(by: 10)
        #expect(try await LiveLogin(server).send(step)["tokenId"] == nil)
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        #expect(try await server.domain.session.registry.sessions(of: user.id, in: server.realm.id).count == 1)
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

    private static func lock(_ phone: LivePhone, _ server: OrchestrationServer) async throws {
        for _ in 0..<5 {
            let wrong = try await phone.oneTimePassword(pin: "000001")
            server.time.advance(by: 30)
            _ = try await server.call(.post, "users/tom/login", ["credentials": ["authenticator": ["OTP": .string(wrong.code)]]])
        }
    }

    @Test("who has proved who they are and has no authenticator, or a locked one, ends as noDevice")
    func noDevice() async throws {
        let server = try await OrchestrationServer()
        try await server.save(
            Self.journey(before: "page: { nodes: [ { password: {} } ] }").replacing(
                "next: app }", with: "next: check }\n  check: { dataStoreDecision: {}, \"true\": app, \"false\": failure }"))
        let phone = LivePhone(server)
        try await server.call(.put, "users/tom", [:])
        let user = try #require(try await server.domain.directory.users.user(named: "tom", in: server.realm.id))
        try await server.domain.directory.accounts.setPassword(Secret("correct horse battery staple"), of: user, in: server.realm)
        let login = try await LiveLogin(server).begin("App")
        try await login.send { $0.callbacks[0].input[0].value = "correct horse battery staple" }
        #expect(login.says("ended as noDevice"), "\(login.answer)")
        try await phone.activated()
        try await Self.lock(phone, server)
        let again = try await LiveLogin(server).begin("App")
        try await again.send { $0.callbacks[0].input[0].value = "correct horse battery staple" }
        #expect(again.says("ended as noDevice"))
    }

    @Test("a name alone isn't told whether it is a user's, has an authenticator, or one that is locked: each waits alike, and ends alike")
    func alike() async throws {
        // The same name and seeds each time, so that nothing else differs.
        var seen: [[JSONValue]] = []
        for situation in ["an authenticator", "none", "a locked one", "no user"] {
            let server = try await OrchestrationServer()
            try await server.save(Self.journey(", showsCode: true"))
            let phone = LivePhone(server)
            if situation == "none" { try await server.call(.put, "users/tom", [:]) } else { try await phone.activated() }
            if situation == "a locked one" { try await Self.lock(phone, server) }
            let name = situation == "no user" ? "who" : "tom"
            var told: [JSONValue] = []
            var codes: [String] = []
            for _ in 0..<9 {
                let login = try await LiveLogin(server).begin("App", as: name)
                if let code = login.hidden?.value { codes.append(code) }
                told.append(try Self.shape(of: login.answer))
                try await login.look()
                told.append(try Self.shape(of: login.answer))
            }
            // One stranger's part of the requests that may wait for a name, whether it is a user's or not.
            let part = UserBudget.waitingRequests.parts(of: 8).stranger
            #expect(codes.count == part && Set(codes).count == part, "\(situation): \(codes.count)")
            // The instance that a command names is the same each time, and no other name's.
            let hints = try codes.map { try CommandEnvelope($0).hint }
            #expect(Set(hints).count == 1 && Set(codes.map(\.count)).count == 1)
            let late = try await LiveLogin(server).begin("App", as: name)
            #expect(late.says("ended as failed"))
            server.time.advance(by: 61)
            let left = try await LiveLogin(server).begin("App", as: name)
            try await left.press()
            #expect(left.says("ended as exited"))
            let waiting = try await LiveLogin(server).begin("App", as: name)
            server.time.advance(by: 61)
            try await waiting.look()
            told.append(try Self.shape(of: waiting.answer))
            #expect(waiting.says("ended as timeout"))
            seen.append(told)
        }
        for other in seen.dropFirst() { #expect(other == seen[0]) }
    }

    /// An answer without what is new each time: run, code, and the name.
    private static func shape(of answer: JSONValue) throws -> JSONValue {
        guard let step = try? Step(json: answer) else { return answer }
        return .array(
            step.callbacks.map { callback in
                guard case .hiddenValue(let hidden) = callback.kind else { return callback.json }
                return ["id": .string(hidden.id), "length": .integer(Int64(hidden.value.utf8.count))]
            })
    }

    @Test("a request that nobody was asked by is nobody's in the audit log, and goes with time")
    func decoys() async throws {
        let server = try await OrchestrationServer()
        try await server.save(Self.journey())
        let login = try await LiveLogin(server).begin("App", as: "who")
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_requests") == 1)
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_sessions") == 0)
        try await login.press()
        server.time.advance(by: 90_000)
        try await server.domain.platform.forgetExpired()
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_requests") == 0)
        let user = try await server.domain.directory.users.user(named: "who", in: server.realm.id)
        #expect(user == nil)
    }

    @Test("more requests than a stranger may have wait end as failed, and so does an application that is another realm's fail")
    func limited() async throws {
        let (server, _, _) = try await Self.begun()
        for _ in 1..<UserBudget.waitingRequests.parts(of: 8).stranger { _ = try await LiveLogin(server).begin("App") }
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
        #expect(try await LiveLogin(server).begin("App").wait != nil, "a name alone isn't told whether it can be asked")
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
