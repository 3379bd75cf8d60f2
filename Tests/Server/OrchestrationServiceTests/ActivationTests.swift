import Services
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

@Suite("Activations against the server")
struct ActivationTests {
    @Test("a device is activated in four trips, under the user's licence; the registration is spent")
    func activated() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        #expect(try await server.call(.post, "registrations/check-status", ["login": "tom"])["activationStatus"] == "unknown")
        let device = phone.open()
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        let password = try await server.register()
        #expect(try await server.call(.post, "registrations/check-status", ["login": "tom"])["activationStatus"] == "pending")
        try await device.activate("tom", password: password, through: phone.relay, prompts: phone.user)
        #expect(phone.relay.now.sent.count == 4)
        #expect(try await server.call(.post, "registrations/check-status", ["login": "tom"])["activationStatus"] == "activated")
        let user = try await server.call(.get, "users/tom")
        #expect(user["serialNumber"] == "GTH0000001", "\(user.json)")
        #expect(user.json["authenticators"]?.array?.map { $0["serialNumber"]?.string } == ["GTH0000001-1"])
        #expect(try await device.information("tom").serial == "GTH0000001")
        #expect(try await server.authenticators().first?.description == #"{"model":"test"}"#)
        let again = await failure { () throws(OrchestrationError) in
            try await LivePhone(server, seed: 51).open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        }
        #expect(again?.code == .activationPasswordWrong, "a spent password is told like a wrong one")
    }

    @Test("an activation that is cut off at any trip is finished by repeating it, once", arguments: 0..<4, [false, true])
    func cutOff(_ trip: Int, _ losesAnswers: Bool) async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let password = try await server.register()
        phone.relay.change { ($0.losesAfter, $0.losesAnswers) = (trip, losesAnswers) }
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        let cut = await failure { () throws(OrchestrationError) in
            try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        }
        #expect(cut?.code == .activation)
        phone.relay.change { $0.losesAfter = nil }
        // The process is started anew.
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        #expect(try await server.authenticators().count == 1)
        let code = try await phone.oneTimePassword()
        #expect(try await server.call(.post, "users/tom/login", login(code.code))["sessionStatus"] == "accepted")
    }

    @Test("of two activations at the same time one wins")
    func parallel() async throws {
        let server = try await OrchestrationServer()
        let password = try await server.register()
        let codes = await withTaskGroup(of: OrchestrationError.Code?.self) { group in
            for seed in 60..<62 {
                group.addTask {
                    let phone = LivePhone(server, seed: UInt64(seed))
                    phone.user.enters(LivePhone.pin, LivePhone.pin)
                    return await failure { () throws(OrchestrationError) in
                        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
                    }?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1, "\(codes)")
        #expect(try await server.authenticators().count == 1)
    }

    @Test("a command that comes again, bit for bit, gets the first answer's bytes at each trip, with or without a registration")
    func repeated() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        try await phone.activated()
        let (sent, answers) = (phone.relay.now.sent, phone.relay.now.answers)
        #expect(try await phone.relay.carry(try #require(sent.last)) == answers.last)
        let start = try DeviceActivation(ChannelUser("unknown"), password: ActivationPassword(random: phone.random), random: phone.random)
        let first = try await phone.relay.carry(start.command.text)
        #expect(try await phone.relay.carry(start.command.text) == first)
    }

    @Test("five starts are answered, then none: for a user with a registration and for one without alike")
    func attempts() async throws {
        let server = try await OrchestrationServer()
        let relay = LiveRelay(server)
        _ = try await server.register()
        for name in ["tom", "nobody"] {
            var numbers: [Int?] = []
            for _ in 0..<7 {
                let start = try DeviceActivation(
                    ChannelUser(name), password: ActivationPassword(random: server.random), random: server.random)
                let answer = try await server.call(.post, "orchestration-commands-v2", ["command": .string(start.command.text)])
                numbers.append(answer.number)
                if answer.status == 200 {
                    #expect(try CommandEnvelope(try #require(answer["command"])).body.count > 300)
                }
            }
            #expect(numbers == [nil, nil, nil, nil, nil, -1200, -1200], "\(name)")
        }
        #expect(relay.now.sent.isEmpty)
    }

    @Test("a wrong password, a password of before, one that is over, and one of another user are all the same to the device")
    func passwords() async throws {
        let server = try await OrchestrationServer()
        let former = try await server.register()
        let tims = try await server.register("tim")
        let present = try await server.register()
        func code(_ password: String, seed: UInt64) async -> OrchestrationError.Code? {
            let phone = LivePhone(server, seed: seed)
            phone.user.enters(LivePhone.pin, LivePhone.pin)
            return await failure { () throws(OrchestrationError) in
                try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
            }?.code
        }
        #expect(await code(former, seed: 80) == .activationPasswordWrong)
        #expect(await code(tims, seed: 81) == .activationPasswordWrong)
        server.time.advance(by: 901)
        #expect(await code(present, seed: 82) == .activationPasswordWrong)
        #expect(try await server.call(.post, "registrations/check-status", ["login": "tom"])["activationStatus"] == "timeout")
        #expect(try await server.authenticators().isEmpty)
    }

    @Test("a licence is needed, and a user has as many authenticators as the application allows")
    func limits() async throws {
        var rules = OrchestrationRules()
        rules.mostDevices = 2
        let server = try await OrchestrationServer(licences: 1, rules: rules)
        let phone = LivePhone(server)
        try await phone.activated()
        let refused = try await server.call(.post, "users/register", ["userID": "tim"])
        #expect(refused.status == 409 && refused.number == -1201, "\(refused.json)")
        #expect(try await server.domain.directory.users.user(named: "tim", in: server.realm.id) == nil, "no account is made")
        try await LivePhone(server, seed: 70).activated()
        let third = LivePhone(server, seed: 71)
        third.user.enters(LivePhone.pin, LivePhone.pin)
        let password = try await server.register()
        let error = await failure { () throws(OrchestrationError) in
            try await third.open().activate("tom", password: password, through: third.relay, prompts: third.user)
        }
        #expect(error?.refusal?.code == -1202 || error?.code == .activation)
        #expect(try await server.authenticators().count == 2)
        // A licence that is taken from its user is free for another.
        #expect(try await server.call(.post, "authenticators/GTH0000001/unassign").status == 200)
        #expect(try await server.call(.post, "users/register", ["userID": "tim"]).status == 200)
        #expect(try await server.authenticators().isEmpty)
    }

    @Test("realms' settings: long passwords, how long they are good, how many PINs may be wrong")
    func settings() async throws {
        let server = try await OrchestrationServer { settings in
            settings[OrchestrationSettings.self].orchestrationLongPasswords = true
            settings[OrchestrationSettings.self].orchestrationActivationLifetime = 60
            settings[OrchestrationSettings.self].orchestrationPINAttempts = 2
        }
        let password = try await server.register()
        #expect(password.count == 17)
        let phone = LivePhone(server)
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        #expect(try await server.authenticators().first?.attemptsLeft == 2)
        _ = try await server.register("tim")
        server.time.advance(by: 61)
        #expect(try await server.call(.post, "registrations/check-status", ["login": "tim"])["activationStatus"] == "timeout")
    }

    /// PINs that a device takes by one rule alone.
    private static let pinRules: [(pin: String, edit: @Sendable (inout OrchestrationRules) -> Void)] = [
        ("1583", { $0.pinMinimum = 4 }), ("1593582604715", { $0.pinMaximum = 13 }), ("correct1", { $0.pinIsNumeric = false }),
        ("123456", { $0.pinRefusesWeak = false }),
    ]

    @Test("the application's rules say which PINs a device takes", arguments: 0..<4)
    func pins(_ index: Int) async throws {
        let (pin, edit) = Self.pinRules[index]
        let usual = LivePhone(try await OrchestrationServer())
        usual.user.enters(pin, pin)
        let password = try await usual.server.register()
        let refused = await failure { () throws(OrchestrationError) in
            try await usual.open().activate("tom", password: password, through: usual.relay, prompts: usual.user)
        }
        #expect(refused != nil && usual.user.now.prompts.contains { $0.fault != nil })
        var rules = OrchestrationRules()
        edit(&rules)
        let phone = LivePhone(try await OrchestrationServer(rules: rules))
        try await phone.activated(pin: pin)
        let code = try await phone.oneTimePassword(pin: pin)
        #expect(try await phone.server.call(.post, "users/tom/login", login(code.code))["sessionStatus"] == "accepted")
    }

    @Test("a call that waits for a registration's end is answered with it, and when its time is over as it stands")
    func waits() async throws {
        let server = try await OrchestrationServer()
        let phone = LivePhone(server)
        let password = try await server.register()
        let customer = try await server.customer()
        let standing = try await server.orchestrations.registrationStatus(of: "tom", of: customer, waiting: 300) { seconds in
            #expect(seconds == Orchestrations.longestWait)
        }
        #expect(standing == .pending)
        async let answer = server.call(.post, "registrations/check-status", ["login": "tom", "timeoutSeconds": 30])
        phone.user.enters(LivePhone.pin, LivePhone.pin)
        try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        #expect(try await answer["activationStatus"] == "activated")
        for (name, status) in [("tom", "activated"), ("who", "unknown")] {
            let told = try await server.call(.post, "registrations/check-status", ["login": .string(name), "timeoutSeconds": 30])
            #expect(told["activationStatus"] == status, "what has ended isn't waited for")
        }
    }

    @Test("a domain is part of the user's name: a device of another one has the wrong password")
    func domains() async throws {
        var rules = OrchestrationRules()
        rules.domain = "example"
        let server = try await OrchestrationServer(rules: rules)
        let phone = LivePhone(server)
        let password = try await server.register("tom@example")
        phone.user.enters(LivePhone.pin, LivePhone.pin, LivePhone.pin, LivePhone.pin)
        let error = await failure { () throws(OrchestrationError) in
            try await phone.open().activate("tom", password: password, through: phone.relay, prompts: phone.user)
        }
        #expect(error?.code == .activationPasswordWrong)
        try await phone.open().activate("tom", domain: "example", password: password, through: phone.relay, prompts: phone.user)
        #expect(try await server.call(.get, "users/tom%40example")["domain"] == "example")
        let other = try await server.call(.post, "users/register", ["userID": "tim", "domain": "other"])
        #expect(other.status == 404 && other.number == -1100)
        #expect(try await server.call(.put, "users/eva", [:]).status == 200)
        for (domain, number) in [("other", -1100), ("example", nil)] as [(JSONValue, Int?)] {
            let given = try await server.call(.post, "authenticators/GTH0000002/assign", ["userID": "eva", "domain": domain])
            #expect(given.number == number && (given["userID"] == "eva") == (number == nil), "\(given.json)")
        }
    }
}

/// The body of a sign-in by a code.
func login(_ code: String, request: String? = nil, authenticator: String? = nil) -> JSONValue {
    var credentials: JSONObject = ["OTP": .string(code)]
    credentials["serialNumber"] = authenticator.map(JSONValue.string)
    var body: JSONObject = ["credentials": ["authenticator": .object(credentials)]]
    body["requestID"] = request.map(JSONValue.string)
    return .object(body)
}
