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

@Suite("Codes and PINs, against the server")
struct CodeTests {
    @Test(
        "a one-time password is good once, and a step of the clock around its own",
        arguments: [(-1, true), (0, true), (1, true), (2, false)])
    func windows(_ steps: Int, _ isGood: Bool) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        server.time.advance(by: 300)
        let code = try await phone.oneTimePassword()
        server.time.advance(by: Double(steps) * 30)
        let answer = try await server.call(.post, "users/tom/login", login(code.code))
        #expect((answer["sessionStatus"] == "accepted") == isGood, "\(answer.json)")
        #expect(answer.number == (isGood ? nil : -1600))
        #expect(try await server.call(.post, "users/tom/login", login(code.code)).number == -1600, "once")
    }

    @Test("the right PIN at the last try counts, and after one wrong one more it doesn't", arguments: [1, 2, 5], [0, 1])
    func lastTry(_ limit: Int, _ more: Int) async throws {
        let server = try await OrchestrationServer(settings: { $0[OrchestrationSettings.self].orchestrationPINAttempts = limit })
        let phone = LivePhone(server)
        try await phone.activated()
        for _ in 1..<limit + more { #expect(try await server.call(.post, "users/tom/login", login("00000000")).number == -1600) }
        let last = try await server.call(.post, "users/tom/login", login(try await phone.oneTimePassword().code))
        #expect(last["sessionStatus"] == (more == 0 ? "accepted" : nil) && last.number == (more == 0 ? nil : -1302), "\(last.json)")
    }

    @Test(
        "a challenge is answered once, by its own user; the host code of both sides is the same",
        arguments: ["login", "events/validate"])
    func challenges(_ call: String) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        try await LivePhone(server, seed: 55).activated("tim")
        let made = try await server.call(.post, "users/tom/generate-challenge", ["length": 8, "checkDigit": true])
        let (challenge, request) = (try #require(made["challenge"]), try #require(made["requestID"]))
        #expect(challenge.count == 8 && isChecked(challenge))
        let code = try await phone.oneTimePassword(application: 3, challenge: challenge)
        #expect(try await server.call(.post, "users/tim/\(call)", login(code.code, request: request)).number == -1400)
        let good = try await server.call(.post, "users/tom/\(call)", login(code.code, request: request))
        #expect(good["sessionStatus"] == "accepted" && good["hostCode"] == code.hostCode && code.hostCode?.count == 6)
        #expect(try await server.call(.post, "users/tom/\(call)", login(code.code, request: request)).number == -1400)
        server.time.advance(by: 30)
        let over = try await server.call(.post, "users/tom/generate-challenge", ["length": 6])
        #expect(over["challenge"]?.count == 6)
        server.time.advance(by: 301)
        let late = try await phone.oneTimePassword(application: 3, challenge: try #require(over["challenge"]))
        #expect(try await server.call(.post, "users/tom/\(call)", login(late.code, request: over["requestID"])).number == -1400)
    }

    @Test("challenges have their check digit where it is asked for, and only by chance where it isn't")
    func checkDigits() async throws {
        let server = try await OrchestrationServer()
        try await LivePhone(server).activated()
        for wants in [true, false] {
            var checked = 0
            for _ in 0..<4 {
                let made = try await server.call(.post, "users/tom/generate-challenge", ["length": 8, "checkDigit": .bool(wants)])
                if isChecked(try #require(made["challenge"], "\(made.json)")) { checked += 1 }
            }
            #expect((checked == 4) == wants)
        }
    }

    /// ISO/IEC 7812-1, Annex B.
    private func isChecked(_ digits: String) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = (digit.element.wholeNumberValue ?? 0) * (digit.offset.isMultiple(of: 2) ? 1 : 2)
            return sum + value / 10 + value % 10
        }
        return sum.isMultiple(of: 10)
    }

    private func signed(_ fields: [String], _ code: String) -> JSONValue {
        ["data": ["standard": ["dataFields": .array(fields.map(JSONValue.string)), "signature": .string(code)]]]
    }

    @Test("a signature is of its fields, in their order; empty ones count")
    func signatures() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let fields = ["GB33BUKB20201555", "12.50", "", "EUR"]
        for wrong in [
            ["GB33BUKB20201555", "12.51", "", "EUR"], ["12.50", "GB33BUKB20201555", "", "EUR"], ["GB33BUKB20201555", "12.50", "EUR"],
        ] {
            let code = try await phone.signature(fields)
            #expect(try await server.call(.post, "users/tom/transactions/validate", signed(wrong, code.code)).number == -1700)
            server.time.advance(by: 30)
        }
        let code = try await phone.signature(fields)
        let good = try await server.call(.post, "users/tom/transactions/validate", signed(fields, code.code))
        #expect(good["sessionStatus"] == "accepted" && good["hostCode"] == code.hostCode)
        #expect(try await server.authenticators().first?.attemptsLeft == 5, "a good one gives the tries back")
        let long = try await server.call(.post, "users/tom/transactions/validate", signed([String(repeating: "x", count: 17)], "12345678"))
        #expect(long.status == 400 && long.number == -1001)
    }

    @Test("a signature is of the authenticator that is named with it")
    func signer() async throws {
        let server = try await OrchestrationServer()
        let (first, second) = (LivePhone(server), LivePhone(server, seed: 51))
        try await first.activated()
        try await second.activated()
        let code = try await second.signature(["12.50"])
        func judged(_ serial: String) async throws -> OrchestrationServer.ServerResponse {
            let data: JSONObject = ["dataFields": ["12.50"], "signature": .string(code.code), "serialNumber": .string(serial)]
            return try await server.call(.post, "users/tom/transactions/validate", ["data": ["standard": .object(data)]])
        }
        #expect(try await judged("GTH0000001-1").number == -1700)
        #expect(try await judged("GTH0000001-2")["sessionStatus"] == "accepted")
    }

    @Test("codes without the PIN count where the application takes them, and nowhere else", arguments: [false, true])
    func withoutPIN(_ takes: Bool) async throws {
        var rules = OrchestrationRules()
        rules.takesCodesWithoutPIN = takes
        let server = try await OrchestrationServer(rules: rules)
        let phone = LivePhone(server)
        try await phone.activated()
        let code = try await phone.oneTimePassword(method: .none)
        #expect(try await server.call(.post, "users/tom/login", login(code.code)).status == (takes ? 200 : 400))
    }

    @Test("of two authenticators each makes codes of its own; a wrong code costs a try of both, a named one's only its own")
    func several() async throws {
        let server = try await OrchestrationServer()
        let (first, second) = (LivePhone(server), LivePhone(server, seed: 51))
        try await first.activated()
        try await second.activated()
        let code = try await second.oneTimePassword()
        #expect(try await server.call(.post, "users/tom/login", login(code.code))["serialNumber"] == "GTH0000001-2")
        #expect(try await server.call(.post, "users/tom/login", login("00000000")).number == -1600)
        #expect(try await server.call(.post, "users/tom/login", login("00000000", authenticator: "GTH0000001-1")).number == -1600)
        let left = try await server.authenticators().sorted { $0.sequence < $1.sequence }.map(\.attemptsLeft)
        #expect(left == [3, 4])
        #expect(try await server.call(.post, "users/tom/login", login("1", authenticator: "GTH0000001-9")).number == -1301)
    }

    @Test("a PIN is changed without the server learning either; cut off at any place the device's word counts", arguments: 0..<3)
    func change(_ place: Int) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        if place < 2 { phone.relay.change { ($0.losesAfter, $0.losesAnswers) = (place, true) } }
        phone.user.enters(LivePhone.pin, "846207", "846207")
        _ = await failure { () throws(OrchestrationError) in
            try await phone.open().changePassword("tom", application: 2, through: phone.relay, prompts: phone.user)
        }
        phone.relay.change { $0.losesAfter = nil }
        let (good, bad) = place == 0 ? (LivePhone.pin, "846207") : ("846207", LivePhone.pin)
        let right = try await phone.oneTimePassword(pin: good)
        #expect(try await server.call(.post, "users/tom/login", login(right.code))["sessionStatus"] == "accepted")
        server.time.advance(by: 30)
        let wrong = try await phone.oneTimePassword(pin: bad)
        #expect(try await server.call(.post, "users/tom/login", login(wrong.code)).number == -1600)
    }

    @Test("a notification's address and the device's data are kept; the latest counts")
    func told() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        try await device.registerNotifications("tom", identifier: "apns:1", through: phone.relay)
        #expect(try await server.authenticators().first?.notification == "apns:1")
        let message = try await device.deviceMessage("tom", event: "login", applicationData: #"{"a":1}"#, isEncrypted: true)
        _ = try await phone.relay.carry(message)
        let record = try #require(try await server.authenticators().first)
        let data = try #require(try await server.orchestrations.deviceData(of: record))
        #expect(data.event == "login" && data.applicationData == #"{"a":1}"# && data.deviceData.contains("test"))
        #expect(data.received == server.time.now)
    }
}
