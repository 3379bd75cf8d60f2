import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import Primitives
import ResourceMessages
import Testing

import Messaging
import Directory
import SignIn
import DevicePolicies
import Services

@Suite("Flows: a forgotten password (docs/protocols/platform.md 6.2)")
struct FlowRecoveryTests {
    private static let fresh = "a new horse and battery"

    /// A server with an application whose sign-on policy lets users recover their password.
    private struct Stage {
        let server: SignOnServer
        var mail: RecordingMail { server.server.mail }

        init(_ kind: SignOnAction.Kind = .login, recovery: Bool = true) async throws {
            server = try await SignOnServer()
            try await server.addClient("app")
            try await server.assign("Recovery", to: "app", [kind]) { $0.recovery = .init(recovery) }
        }

        /// A client that stands at the first question.
        func client() async throws -> FlowClient {
            let client = FlowClient(server)
            try await client.begin(client: "app")
            return client
        }

        /// The code in the last message.
        var code: String { mail.messages.last.flatMap { FlowRecoveryTests.code(in: $0.content.text) } ?? "" }
    }

    static func code(in text: String) -> String? {
        text.firstMatch(of: /\b[A-HJ-NP-Z2-9]{8}\b/).map { String($0.0) }
    }

    private func code(_ answer: ServerResponse) -> String? {
        answer.json["details"]?.array?.first?["code"]?.string ?? answer.json["code"]?.string
    }

    private func recover(_ client: FlowClient, _ code: String, _ password: String = fresh) async throws -> ServerResponse {
        try await client.act("password.recover", ["recoveryCode": .string(code), "newPassword": .string(password)])
    }

    @Test("a code by mail sets a password, with which the flow goes on", arguments: [SignOnAction.Kind.login, .identifierFirst])
    func recovered(_ kind: SignOnAction.Kind) async throws {
        let stage = try await Stage(kind)
        let client = try await stage.client()
        let asked = client.status
        #expect(client.flow["_links"]?["password.forgot"] != nil)
        try await client.act("password.forgot", ["username": "demo"])
        #expect(client.status == "RECOVERY_CODE_REQUIRED" && client.flow["_embedded"]?["user"] == nil)
        #expect(client.flow["_links"]?["password.recover"] != nil && client.flow["_links"]?["password.sendRecoveryCode"] != nil)
        #expect(stage.mail.messages.last?.to.text == "demo@example.com")
        #expect(try await client.read().json["status"] == "RECOVERY_CODE_REQUIRED")
        // Letters count in either case.
        #expect(try await recover(client, stage.code.lowercased()).status == .ok)
        #expect(client.status == asked && client.flow["session"] == nil)
        if kind == .login {
            #expect(try await client.enterPassword().status == .badRequest)
            try await client.enterPassword(Self.fresh)
        } else {
            try await client.act("user.lookup", ["username": "demo"])
            try await client.act("usernamePassword.check", ["password": .string(Self.fresh)])
        }
        #expect(client.status == "COMPLETED")
    }

    @Test("a name that nobody has is answered as one that somebody has")
    func unknown() async throws {
        let stage = try await Stage()
        let (known, nobody) = (try await stage.client(), try await stage.client())
        let answers = [
            try await known.act("password.forgot", ["username": "demo"]), try await nobody.act("password.forgot", ["username": "nobody"]),
        ]
        #expect(answers.map(\.status) == [.ok, .ok] && known.status == nobody.status)
        #expect(stage.mail.messages.count == 1)
        #expect(Set(known.flow.object?.names ?? []) == Set(nobody.flow.object?.names ?? []))
        let refused = [try await recover(known, "AAAAAAAA"), try await recover(nobody, "AAAAAAAA")]
        #expect(refused.map(\.status) == [.badRequest, .badRequest])
        #expect(refused[0].json["details"] == refused[1].json["details"] && code(refused[0]) == "INVALID_VALUE")
    }

    @Test("a code is good once, for five minutes, until the next one, and for its user")
    func once() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        let first = stage.code
        try await client.act("password.sendRecoveryCode")
        let second = stage.code
        #expect(first != second)
        #expect(try await recover(client, first).status == .badRequest)
        stage.server.devices.time.advance(by: 301)
        #expect(try await recover(client, second).status == .badRequest)
        try await client.act("password.sendRecoveryCode")
        let third = stage.code
        _ = try await stage.server.addUser("other")
        let other = try await stage.client()
        try await other.act("password.forgot", ["username": "other"])
        #expect(try await recover(other, third).status == .badRequest)
        #expect(try await recover(client, third).status == .ok)
        try await client.act("password.forgot", ["username": "demo"])
        #expect(try await recover(client, third).status == .badRequest)
    }

    @Test("a password that breaks a policy leaves the code good; only a right code learns of the policy")
    func policy() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        let wrong = try await recover(client, "AAAAAAAA", "short")
        #expect(wrong.json["details"]?.array?.first?["target"] == "recoveryCode")
        let weak = try await recover(client, stage.code, "short")
        #expect(weak.status == .badRequest && weak.json["details"]?.array?.first?["target"] == "password", "\(weak.text)")
        #expect(try await recover(client, stage.code).status == .ok)
    }

    @Test("five wrong codes void the right one, in whichever flow they are tried")
    func guessed() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        let code = stage.code
        for _ in 0..<5 {
            let other = try await stage.client()
            try await other.act("password.forgot", ["username": "nobody"])
            #expect(try await recover(client, "AAAAAAAA").status == .badRequest)
        }
        #expect(try await recover(client, code).status == .badRequest)
        #expect(try await stage.server.domain.directory.users.user(named: "demo", in: stage.server.realm.id)?.passwordHash != nil)
    }

    @Test("a code that was sent is void when the address or the password has changed", arguments: [true, false])
    func changed(_ isAddress: Bool) async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        let (domain, realm, user) = (stage.server.domain, stage.server.realm, stage.server.devices.user.id)
        if isAddress {
            _ = try await domain.directory.accounts.change(user, in: realm) { $0["mail"] = "new@example.com" }
        } else {
            _ = try await domain.directory.accounts.change(user, in: realm, password: Secret("quite another battery"))
        }
        #expect(try await recover(client, stage.code).status == .badRequest)
    }

    @Test("users who mustn't sign in are sent nothing")
    func inactive() async throws {
        let stage = try await Stage()
        try await stage.server.domain.directory.users.setStatus(.inactive, of: stage.server.devices.user.id, in: stage.server.realm.id)
        let client = try await stage.client()
        #expect(try await client.act("password.forgot", ["username": "demo"]).status == .ok)
        #expect(client.status == "RECOVERY_CODE_REQUIRED" && stage.mail.messages.isEmpty)
    }

    @Test(
        "an action without recovery gives nobody a new password",
        arguments: ["password.forgot", "password.recover", "password.sendRecoveryCode"])
    func off(_ action: String) async throws {
        let bodies: [String: JSONValue] = [
            "password.forgot": ["username": "demo"], "password.recover": ["recoveryCode": "AAAAAAAA", "newPassword": .string(Self.fresh)],
        ]
        let stage = try await Stage(recovery: false)
        let client = try await stage.client()
        #expect(client.flow["_links"]?["password.forgot"] == nil)
        let answer = try await client.act(action, bodies[action] ?? [:])
        #expect(code(answer) == "REQUEST_FAILED" && stage.mail.messages.isEmpty, "\(answer.text)")
        #expect(try await client.read().json["status"] == "USERNAME_PASSWORD_REQUIRED")
    }

    @Test("an action by which users would make accounts is refused")
    func registration() async throws {
        let server = try await SignOnServer()
        try await server.addClient("app")
        await #expect(throws: ShapeError.self) {
            try await server.assign("Registration", to: "app", [.login]) { $0.registration = .init(true) }
        }
        try await server.assign("None", to: "app", [.login]) { $0.registration = .init(false) }
    }

    @Test("nothing else is done meanwhile, and a reset begins again")
    func meanwhile() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        #expect(code(try await client.enterPassword()) == "REQUEST_FAILED")
        #expect(code(try await client.act("otp.check", ["otp": "123456"])) == "REQUEST_FAILED")
        try await client.act("session.reset")
        #expect(client.status == "USERNAME_PASSWORD_REQUIRED")
        #expect(try await client.enterPassword().json["status"] == "COMPLETED")
    }

    @Test("of one right code sent many times at once one has the effect")
    func concurrently() async throws {
        let stage = try await Stage()
        let client = try await stage.client()
        try await client.act("password.forgot", ["username": "demo"])
        let (id, cookie, code, server) = (client.id, client.cookie, stage.code, stage.server)
        let set = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let twin = FlowClient(server, cookie: cookie)
                    let body: JSONValue = ["recoveryCode": .string(code), "newPassword": .string("\(Self.fresh) \(number)")]
                    return try await twin.act("password.recover", body, on: id).status == .ok
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(set == 1)
    }
}
