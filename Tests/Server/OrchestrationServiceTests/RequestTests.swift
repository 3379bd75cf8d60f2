import Foundations
import Services
import Store
import Directory
import HTTPTypes
import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Testing

@Suite("Requests to users, against the server")
struct RequestTests {
    @Test("what the customer's server asks is shown, decided, and read; the audit log has it", arguments: [false, true], Decision.allCases)
    func decided(_ signing: Bool, _ decision: Decision) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let (id, command) = try await server.ask(signing: signing)
        #expect(try await server.status(id) == "pending")
        let outcome = try await phone.answer(command, decision, on: device)
        #expect(outcome == (decision == .approve ? .accepted : .refused))
        #expect(phone.user.now.shown.map(\.display.text) == [signing ? "To: ACME" : "Sign in to ACME?"])
        let read = try await server.call(.get, "sessions/\(id)")
        #expect(read["sessionStatus"] == (decision == .approve ? "accepted" : "refused") && read["serialNumber"] == "GTH0000001-1")
        let again = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command, on: device) }
        #expect(again?.code == .replayed)
        let kinds = try await server.rows(
            "SELECT COUNT(*) AS count FROM audit_waiting WHERE details LIKE '%orchestration request%'")
        #expect(kinds == 1)
    }

    @Test("a request that is over is told as such: by time, by another device's approval, by another device's rejection")
    func outdated() async throws {
        let server = try await OrchestrationServer()
        let (first, second) = (LivePhone(server), LivePhone(server, seed: 51))
        try await first.activated()
        try await second.activated()
        let (late, command) = try await server.ask()
        server.time.advance(by: 61)
        #expect(try await server.status(late) == "timeout")
        // One of the phones is handed the message, the one that was used last.
        #expect(try await owner(of: command, first, second).answer(command) == .outdated(.expired))
        for (decision, reason) in [(Decision.approve, RemoteOutcome.Reason.accepted), (.reject, .refused)] {
            let (_, handed) = try await server.ask()
            let owner = try await owner(of: handed, first, second)
            let other = owner.random === first.random ? second : first
            let fetched = try #require(try await other.open().pendingRequests("tom", through: other.relay).first)
            #expect(try await other.answer(fetched, decision) == (decision == .approve ? .accepted : .refused))
            #expect(try await owner.answer(handed) == .outdated(reason))
        }
    }

    private func owner(of command: String, _ first: LivePhone, _ second: LivePhone) async throws -> LivePhone {
        (try? await first.open().addressee(of: command)) == nil ? second : first
    }

    @Test("of an approval and a rejection at the same time one counts, and both phones know which")
    func race() async throws {
        let server = try await OrchestrationServer()
        let (first, second) = (LivePhone(server), LivePhone(server, seed: 51))
        try await first.activated()
        try await second.activated()
        let (id, _) = try await server.ask()
        let commands = [
            try #require(try await first.open().pendingRequests("tom", through: first.relay).first),
            try #require(try await second.open().pendingRequests("tom", through: second.relay).first),
        ]
        async let approval = first.answer(commands[0], .approve)
        async let rejection = second.answer(commands[1], .reject)
        let outcomes = (try await approval, try await rejection)
        let status = try await server.status(id)
        switch outcomes {
        case (.accepted, .outdated(.accepted)): #expect(status == "accepted")
        case (.outdated(.refused), .refused): #expect(status == "refused")
        default: Issue.record("\(outcomes), \(status ?? "-")")
        }
    }

    @Test("an answer that was cut off is sent again by the next process, and counts once", arguments: [false, true])
    func cutOff(_ losesAnswers: Bool) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, command) = try await server.ask(signing: true)
        phone.relay.change { ($0.losesAfter, $0.losesAnswers) = (0, losesAnswers) }
        let cut = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command) }
        #expect(cut?.code == .remoteTransaction)
        #expect(try await server.status(id) == (losesAnswers ? "accepted" : "pending"))
        phone.relay.change { $0.losesAfter = nil }
        #expect(try await phone.answer(command, pins: nil) == .accepted)
        #expect(try await server.status(id) == "accepted")
    }

    @Test("an approval with a wrong PIN that was cut off is shown again by the next process, which may reject it")
    func shownAgain() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, command) = try await server.ask(signing: true)
        phone.relay.change { ($0.losesAfter, $0.losesAnswers) = (0, true) }
        _ = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command, pins: "000001") }
        phone.relay.change { $0.losesAfter = nil }
        #expect(try await server.authenticators().first?.attemptsLeft == 4)
        #expect(try await phone.answer(command, .reject, pins: nil) == .refused)
        #expect(phone.user.now.shown.count == 2)
        #expect(try await server.status(id) == "refused")
        #expect(try await server.authenticators().first?.attemptsLeft == 4)
    }

    @Test("wrong PINs cost tries across requests and codes, lock the authenticator, and are given back by an unlock")
    func locked() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, command) = try await server.ask()
        phone.user.enters("000001", "000002", "000003")
        let aborted = await failure { () throws(OrchestrationError) in
            _ = try await phone.open().answer(command, through: phone.relay, prompts: phone.user)
        }
        #expect(aborted?.code == .aborted)
        #expect(try await server.authenticators().first?.attemptsLeft == 2)
        let wrong = try await phone.oneTimePassword(pin: "000004")
        #expect(try await server.call(.post, "users/tom/login", login(wrong.code)).number == -1600)
        let (next, last) = try await server.ask()
        phone.user.enters("000005")
        let locked = await failure { () throws(OrchestrationError) in
            _ = try await phone.open().answer(last, through: phone.relay, prompts: phone.user)
        }
        #expect(locked?.code == .passwordLocked)
        #expect(try await server.status(next) == "failed")
        #expect(try await server.status(id) == "pending")
        let good = try await phone.oneTimePassword()
        #expect(try await server.call(.post, "users/tom/login", login(good.code)).number == -1302)
        let refused = try await server.call(
            .post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"]])
        #expect(refused.status == 403 && refused.number == -1302)
        #expect(try await server.call(.get, "authenticators/GTH0000001-1").json["instances"]?.array?.first?["locked"]?.bool == true)
        #expect(try await server.call(.post, "authenticators/GTH0000001-1/applications/2/unlock").status == 200)
        #expect(try await server.call(.post, "users/tom/login", login(good.code))["sessionStatus"] == "accepted")
    }

    @Test("where the realm wants it, an authenticator goes with its last try, and all that stands on it")
    func removed() async throws {
        let server = try await OrchestrationServer { settings in
            settings[OrchestrationSettings.self].orchestrationPenalty = .remove
            settings[OrchestrationSettings.self].orchestrationPINAttempts = 1
        }
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, command) = try await server.ask()
        let locked = await failure { () throws(OrchestrationError) in _ = try await phone.answer(command, pins: "000001") }
        #expect(locked?.code == .passwordLocked)
        #expect(try await server.status(id) == "failed")
        #expect(try await server.authenticators().isEmpty)
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_sessions") == 0)
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_exchanges") == 0)
    }

    @Test("the platform chooses the method: nothing asked, the PIN where there is no sensor; the PIN can't be left out")
    func methods() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (none, silent) = try await server.ask(passKey: "NoPIN")
        #expect(try await phone.answer(silent, pins: nil) == .accepted)
        #expect(try await server.status(none) == "accepted")
        let (finger, fallback) = try await server.ask(passKey: "Fingerprint")
        #expect(try await phone.answer(fallback) == .accepted)
        #expect(try await server.status(finger) == "accepted")
    }

    @Test("a request lives as long as the realm says; more than eight don't wait")
    func bounds() async throws {
        let server = try await OrchestrationServer { $0[OrchestrationSettings.self].orchestrationRequestLifetime = 5 }
        let phone = LivePhone(server)
        try await phone.activated()
        for _ in 0..<8 { _ = try await server.ask() }
        let ninth = try await server.call(.post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"]])
        #expect(ninth.status == 429 && ninth.number == -1004)
        #expect(try await phone.open().pendingRequests("tom", through: phone.relay).count == 8)
        server.time.advance(by: 6)
        #expect(try await phone.open().pendingRequests("tom", through: phone.relay).isEmpty)
        #expect(try await server.call(.post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"]]).status == 200)
        server.time.advance(by: 90_000)
        try await server.domain.platform.forgetExpired()
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_requests") == 0)
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_sessions") == 0)
    }

    @Test(
        "timeout is the number of seconds for which a request can be answered, and a code has none",
        arguments: ["login", "events/validate"])
    func lifetime(_ call: String) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let asked = try await server.call(
            .post, "users/tom/\(call)",
            ["orchestrationDelivery": ["requestMessage"], "timeout": 200, "loginMessage": ["title": ["text": "x"]]])
        #expect(asked["expires"] == server.time.now.addingTimeInterval(200).formatted(.iso8601), "\(asked.json)")
        server.time.advance(by: 199)
        #expect(try await server.status(asked["requestID"] ?? "") == "pending")
        server.time.advance(by: 1)
        #expect(try await server.status(asked["requestID"] ?? "") == "timeout")
        let code = try await phone.oneTimePassword()
        let credentials: JSONValue = ["authenticator": ["OTP": .string(code.code)]]
        let refused = try await server.call(.post, "users/tom/\(call)", ["credentials": credentials, "timeout": 5])
        #expect(refused.status == 400 && refused.number == -1001)
        let good = try await server.call(.post, "users/tom/\(call)", ["credentials": credentials])
        #expect(good["sessionStatus"] == "accepted", "the code wasn't spent by the refusal")
    }

    @Test(
        "what nothing would come of beside a code, or without one, is refused, and the code isn't spent",
        arguments: ["login", "events/validate"])
    func idle(_ call: String) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let otp: JSONValue = ["OTP": .string(try await phone.oneTimePassword().code)]
        for body: JSONValue in [
            ["credentials": ["authenticator": otp, "passKey": "NoPIN"]],
            ["credentials": ["authenticator": otp], "loginMessage": ["title": ["text": "x"]]],
            ["credentials": ["authenticator": otp], "orchestrationDelivery": ["requestMessage"]],
            ["orchestrationDelivery": ["requestMessage"], "requestID": "of a challenge"],
        ] {
            let refused = try await server.call(.post, "users/tom/\(call)", body)
            #expect(refused.status == 400 && refused.number == -1001, "\(body)")
        }
        let good = try await server.call(.post, "users/tom/\(call)", ["credentials": ["authenticator": otp]])
        #expect(good["sessionStatus"] == "accepted")
    }

    @Test("title and subject of a sign-in, and the fields of a transaction, are the lines that the user sees, in their order")
    func lines() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let signIn: JSONValue = ["title": ["text": "Sign in?"], "subject": ["text": "From Linz"]]
        let fields: JSONValue = [
            ["key": ["text": "To"], "value": ["text": "ACME"]], ["key": ["text": "Amount"], "value": ["text": "12.50"]],
        ]
        for (call, body) in [
            ("login", ["loginMessage": signIn]), ("events/validate", ["loginMessage": signIn]),
            ("transactions/validate", ["data": ["transactionMessage": ["dataFields": fields]]]),
        ] as [(String, JSONObject)] {
            var body = body
            body["orchestrationDelivery"] = ["requestMessage"]
            let asked = try await server.call(.post, "users/tom/\(call)", .object(body))
            _ = try await phone.answer(try #require(asked["requestMessage"], "\(asked.json)"))
        }
        #expect(phone.user.now.shown.map(\.display.text) == ["Sign in?\nFrom Linz", "Sign in?\nFrom Linz", "To: ACME\nAmount: 12.50"])
    }

    @Test("activationType is onlineMDL, since activation is by commands alone: another is refused, and no password is made")
    func activationType() async throws {
        let server = try await OrchestrationServer()
        for other: JSONValue in ["offlineMDL", "fido", ""] {
            let refused = try await server.call(.post, "users/register", ["userID": "eva", "activationType": other])
            #expect(refused.status == 400 && refused["activationPassword"] == nil, "\(other)")
        }
        #expect(try await server.domain.directory.users.user(named: "eva", in: server.realm.id) == nil)
        let good = try await server.call(.post, "users/register", ["userID": "eva", "activationType": "onlineMDL"])
        #expect(good["activationPassword"] != nil)
    }

    @Test("a body says what it is by its call's documented names, and by no other's")
    func objects() async throws {
        let server = try await OrchestrationServer()
        try await LivePhone(server).activated()
        let ask: JSONObject = ["orchestrationDelivery": ["requestMessage"]]
        let sign: JSONObject = [
            "orchestrationDelivery": ["requestMessage"],
            "data": ["transactionMessage": ["dataFields": [["key": ["text": "To"], "value": ["text": "ACME"]]]]],
        ]
        let calls: [(path: String, body: JSONObject, names: [String])] = [
            ("users/register", ["userID": "eva"], ["RegisterUserInputEx", "AdaptiveRegisterUserInput"]),
            ("users/eva/unregister", [:], ["UnregisterUserInputEx", "AdaptiveUnregisterUserInput"]),
            ("users/tom/login", ask, ["LoginInput", "AdaptiveLoginInput"]),
            (
                "users/tom/events/validate", ask,
                ["EventValidationInput", "AdaptiveEventValidationInput", "LoginInput", "AdaptiveLoginInput"]
            ),
            ("users/tom/transactions/validate", sign, ["TransactionValidationInput", "AdaptiveTransactionValidationInput"]),
            ("users/eva/generate-activation-data", [:], []), ("authenticators/GTH0000001/unassign", [:], []),
        ]
        let all = Set(calls.flatMap(\.names)).union(["", "UserInput"])
        for call in calls {
            for name in all.sorted() {
                var body = call.body
                body["objectType"] = .string(name)
                let answer = try await server.call(.post, call.path, .object(body))
                #expect((answer.status == 200) == call.names.contains(name), "\(call.path) \(name): \(answer.json)")
            }
        }
        server.time.advance(by: 61)
        var event = ask
        event["eventType"] = "x"
        #expect(try await server.call(.post, "users/tom/login", .object(event)).status == 400, "a sign-in is no other event")
        #expect(try await server.call(.post, "users/tom/events/validate", .object(event)).status == 200)
    }

    @Test("a call that waits is answered with the end of the request")
    func waits() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        async let answer = server.call(.post, "users/tom/login", ["orchestrationDelivery": ["pushNotification"], "timeout": 30])
        var waiting: [String] = []
        for _ in 0..<200 where waiting.isEmpty {
            waiting = try await phone.open().pendingRequests("tom", through: phone.relay)
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await phone.answer(try #require(waiting.first)) == .accepted)
        #expect(try await answer["sessionStatus"] == "accepted")
    }

    @Test("a request is read at once, or with timeout once it has ended")
    func reads() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (id, command) = try await server.ask()
        #expect(try await server.status(id) == "pending")
        for wrong in ["-1", "301", "x"] {
            #expect(try await server.call(.get, "sessions/\(id)?timeout=\(wrong)").status == 400, "\(wrong)")
        }
        async let read = server.call(.get, "sessions/\(id)?timeout=30")
        #expect(try await phone.answer(command, .reject) == .refused)
        #expect(try await read["sessionStatus"] == "refused")
    }

    @Test("timeout is the number of seconds for which a signature can be made, too")
    func signingLifetime() async throws {
        let server = try await OrchestrationServer()
        try await LivePhone(server).activated()
        let fields: JSONValue = [["key": ["text": "To"], "value": ["text": "ACME"]]]
        let asked = try await server.call(
            .post, "users/tom/transactions/validate",
            ["orchestrationDelivery": ["requestMessage"], "timeout": 100, "data": ["transactionMessage": ["dataFields": fields]]])
        for (seconds, status) in [(99, "pending"), (1, "timeout")] {
            server.time.advance(by: Double(seconds))
            #expect(try await server.status(try #require(asked["requestID"], "\(asked.json)")) == status)
        }
    }
}
