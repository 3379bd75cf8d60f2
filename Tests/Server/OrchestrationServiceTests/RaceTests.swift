import CommandChannel
import DeviceFoundation
import Directory
import Foundation
import HTTPTypes
@testable import Orchestration
import OrchestrationService
import OrchestrationTesting
import Primitives
import Services
import Store
import Testing

@Suite("Whoever comes at once, at odd times, or with odd numbers")
struct RaceTests {
    /// Runs work as often as wanted at the same time; what each gave.
    private func atOnce<Value: Sendable>(_ times: Int, _ work: @escaping @Sendable (Int) async throws -> Value) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<times { group.addTask { try await work(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("as many users are registered at once as there are licences, and no licence is two users'")
    func licences() async throws {
        let server = try await OrchestrationServer(licences: 3)
        let answers = try await atOnce(12) { try await server.call(.post, "users/register", ["userID": .string("user\($0)")]) }
        #expect(answers.filter { $0.status == 200 }.count == 3)
        #expect(answers.filter { $0.status != 200 }.allSatisfy { $0.number == -1201 })
        #expect(try await server.rows("SELECT COUNT(DISTINCT serial) AS count FROM orchestration_users WHERE serial IS NOT NULL") == 3)
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_users WHERE serial IS NOT NULL") == 3)
        let count = try await server.orchestrations.licences.count(of: OrchestrationServer.application, in: server.realm)
        #expect(count.all == 3 && count.free == 0)
    }

    @Test("one user registered, unassigned and activated at once keeps one licence at most, and no authenticator without one")
    func assignments() async throws {
        let server = try await OrchestrationServer(licences: 2)
        try await LivePhone(server).activated()
        _ = try await atOnce(9) { number in
            switch number % 3 {
            case 0: try await server.call(.post, "users/register", ["userID": "tom"])
            case 1: try await server.call(.post, "users/tom/assign", [:])
            default: try await server.call(.post, "authenticators/GTH0000001/unassign")
            }
        }
        let user = try await server.call(.get, "users/tom")
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_users WHERE serial IS NOT NULL") <= 1)
        #expect(try await server.authenticators().allSatisfy { $0.name.hasPrefix(user["serialNumber"] ?? "none") })
    }

    @Test("several phones that activate at once with one password make one authenticator")
    func activations() async throws {
        let server = try await OrchestrationServer()
        let password = try await server.register()
        let ends = try await atOnce(4) { number in
            let phone = LivePhone(server, seed: UInt64(70 + number))
            phone.user.enters(LivePhone.pin, LivePhone.pin)
            return await failure { () throws(OrchestrationError) in
                try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
            }
        }
        #expect(ends.filter { $0 == nil }.count == 1)
        // One that begins after the others' end finds the password spent, which is told as a wrong one.
        let refusals: [OrchestrationError.Code] = [.activation, .activationPasswordWrong]
        #expect(ends.compactMap { $0 }.allSatisfy { refusals.contains($0.code) }, "\(ends)")
        #expect(try await server.authenticators().count == 1)
    }

    @Test("more phones than a user may have, each with a password of its own, are refused at the last trip")
    func authenticators() async throws {
        var rules = OrchestrationRules()
        rules.mostDevices = 2
        let server = try await OrchestrationServer(rules: rules)
        for seed in [80, 81] { try await LivePhone(server, seed: UInt64(seed)).activated() }
        let phone = LivePhone(server, seed: 82)
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        let registered = try await server.call(.post, "users/register", ["userID": "tom"])
        if let password = registered["activationPassword"] {
            let refused = await failure { () throws(OrchestrationError) in
                try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
            }
            #expect(refused?.code == .activation)
            let last = try await server.call(
                .post, "orchestration-commands-v2", ["command": .string(try #require(phone.relay.now.sent.last))])
            #expect(last.number == -1202)
        } else {
            #expect(registered.number == -1202)
        }
        #expect(try await server.authenticators().count == 2)
    }

    @Test("a right code that comes many times at once is good once; wrong ones at once cost a try each, and lock at the last")
    func codes() async throws {
        let server = try await OrchestrationServer(settings: { $0[OrchestrationSettings.self].orchestrationPINAttempts = 99 })
        let phone = LivePhone(server)
        try await phone.activated()
        let code = try await phone.oneTimePassword().code
        let same = try await atOnce(8) { _ in try await server.call(.post, "users/tom/login", login(code)) }
        #expect(same.filter { $0["sessionStatus"] == "accepted" }.count == 1)
        #expect(same.filter { $0.status != 200 }.allSatisfy { $0.number == -1600 || $0.number == -1003 })
        let before = try #require(try await server.authenticators().first).attemptsLeft
        let wrong = try await atOnce(8) { _ in try await server.call(.post, "users/tom/login", login("00000000")) }
        let counted = wrong.filter { $0.number == -1600 }.count
        #expect(counted + wrong.filter { $0.number == -1003 }.count == 8 && counted > 0)
        #expect(try await server.authenticators().first?.attemptsLeft == before - counted)
    }

    @Test("an approval that comes many times at once, on two phones, is one decision and one event")
    func approvals() async throws {
        let server = try await OrchestrationServer()
        let phones = [LivePhone(server, seed: 90), LivePhone(server, seed: 91)]
        for phone in phones { try await phone.activated() }
        let (id, _) = try await server.ask()
        var answers: [String] = []
        for phone in phones {
            let device = phone.open()
            let waiting = try #require(try await device.pendingRequests("tom", through: phone.relay).first)
            phone.relay.change { $0.losesAfter = 0 }
            _ = await failure { () throws(OrchestrationError) in _ = try await phone.answer(waiting, on: device) }
            answers.append(try #require(phone.relay.now.sent.last))
        }
        let sent = answers
        let told = try await atOnce(12) { number in
            try await server.call(.post, "orchestration-commands-v2", ["command": .string(sent[number % 2])])
        }
        #expect(told.allSatisfy { $0.status == 200 || $0.number == -1003 } && told.contains { $0.status == 200 })
        // The same command has the same answer, whoever asks again.
        #expect(Set(told.filter { $0.status == 200 }.compactMap { $0["command"] }).count <= 2)
        #expect(try await server.status(id) == "accepted")
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_requests WHERE state = 'accepted'") == 1)
    }

    // MARK: - Time

    @Test("clocks that jump, of either side, make no code good twice and no request eternal, and nothing falls over")
    func jumps() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let code = try await phone.oneTimePassword().code
        #expect(try await server.call(.post, "users/tom/login", login(code))["sessionStatus"] == "accepted")
        let asked = try await server.ask()
        // The server's clock goes back by an hour: the code of then was used in a later step, and the request isn't over.
        server.time.advance(by: -3_600)
        #expect(try await server.call(.post, "users/tom/login", login(code)).number == -1600)
        let former = try await phone.oneTimePassword().code
        #expect(try await server.call(.post, "users/tom/login", login(former)).number == -1600, "an earlier step than the last one")
        #expect(try await server.status(asked.id) == "pending")
        server.time.advance(by: 3_600)
        #expect(try await phone.answer(asked.command, on: device) == .accepted)
        server.time.advance(by: 30)
        #expect(
            try await server.call(.post, "users/tom/login", login(try await phone.oneTimePassword().code))["sessionStatus"] == "accepted")
        // By ten thousand years, and back.
        let far = try await server.ask()
        server.time.advance(by: 300_000_000_000)
        #expect(try await server.status(far.id) == "timeout")
        #expect(try await phone.answer(far.command, on: device) == .outdated(.expired))
        #expect(try await server.call(.post, "users/tom/login", login("12345678")).number == -1600)
        let late = try await server.call(.post, "users/tom/login", ["orchestrationDelivery": ["requestMessage"]])
        #expect(late.status < 500, "\(late.json)")
        server.time.advance(by: -300_000_000_000)
        _ = try await phone.oneTimePassword()
        try await device.registerNotifications("tom", identifier: "fcm:1", through: phone.relay)
    }

    @Test("a phone whose clock is wrong makes codes that are refused, and approvals that count by the server's clock")
    func wrongClock() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        for time in [-10_000_000_000.0, 0, 253_402_300_799, 1e15] {
            let clock = ManualTime(Date(timeIntervalSince1970: time))
            let device = OrchestrationDevice(
                OrchestrationConfiguration(tampering: nil, stretching: PINStretching(rounds: 16)), store: phone.store,
                keys: SoftwareKeyStore(phone.store), time: clock, random: phone.random)
            phone.user.enters(LivePhone.pin)
            let code = try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code
            #expect(try await server.call(.post, "users/tom/login", login(code)).number == -1600)
            let (id, command) = try await server.ask()
            #expect(try await phone.answer(command, on: device) == .accepted)
            #expect(try await server.status(id) == "accepted")
        }
    }

    // MARK: - Numbers

    @Test("a device that counts as high as it can is refused beyond, and keeps no more flows at the server than others")
    func numbers() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let device = try await phone.activated()
        let user = try ChannelUser("tom")
        for start: UInt64 in [0, 1 << 40, UInt64(Int64.max) - 12] {
            try await device.book.update(user) { $0.sequence = max($0.sequence, start) }
            for _ in 0..<12 { try await device.registerNotifications("tom", identifier: "fcm:1", through: phone.relay) }
        }
        #expect(try await device.book.record(user)?.sequence == UInt64(Int64.max))
        for sequence in [UInt64(Int64.max), UInt64.max - 1] {
            try await device.book.update(user) { $0.sequence = sequence }
            let refused = await failure { () throws(OrchestrationError) in
                try await device.registerNotifications("tom", identifier: "fcm:2", through: phone.relay)
            }
            #expect(refused != nil)
        }
        #expect(try await server.rows("SELECT COUNT(*) AS count FROM orchestration_exchanges") <= 8)
        let (id, command) = try await server.ask()
        #expect(try await phone.answer(command, on: device) == .accepted)
        #expect(try await server.status(id) == "accepted")
    }
}
