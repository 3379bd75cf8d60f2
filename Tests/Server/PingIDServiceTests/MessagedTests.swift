import Directory
import Foundation
import DevicePolicies
import DeviceRegistry
import Foundations
import HTTPTypes
import MailTesting
import Messaging
import PingIDClient
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Services
import Store
import Testing

@Suite("Telephone numbers and mail addresses of customers' users")
struct MessagedTests {
    /// A server whose user tom has paired an address, and the device's id.
    private func paired(_ rules: PingIDRules = PingIDRules()) async throws -> (PingIDServer, Customer, id: String) {
        let server = try await PingIDServer(users: ["tom", "eva"], rules: rules)
        let customer = Customer(server)
        let begun = try await customer.call(.post, "/users/tom/emailpairings", ["email": "tom@example.com"])
        #expect(begun.status == 201, "\(begun.json)")
        let id = try #require(begun["id"])
        let wrong = try await customer.call(.patch, "/users/tom/emailpairings/\(id)", ["otp": "x"])
        #expect(wrong.json["details"]?.array?.first?["code"]?.string == "WRONG_OTP")
        #expect(try await customer.call(.patch, "/users/eva/emailpairings/\(id)", ["otp": "x"]).status == 404)
        let code = try code(server)
        #expect(try await customer.call(.patch, "/users/tom/emailpairings/\(id)", ["otp": .string(code)])["status"] == "PAIRED")
        return (server, customer, id)
    }

    private func code(_ server: PingIDServer) throws -> String {
        let message = try #require(server.mail.last(to: "tom@example.com"))
        return try #require(message.passcode)
    }

    @Test("an address is paired by the code that was sent there, and takes the code of a sign-on once")
    func signOn() async throws {
        let (server, customer, id) = try await paired()
        let devices = try await customer.call(.get, "/users/tom/devices").json["devices"]?.array ?? []
        #expect(devices.count == 1 && devices.first?["deviceType"]?.string == "Email" && devices.first?["id"]?.string == id)
        let answer = try await customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "OTP" && answer["deviceId"] == id)
        let sent = try code(server)
        #expect(try await customer.type("000000", for: answer)["status"] == "OTP")
        #expect(try await customer.type(sent, for: answer)["status"] == "APPROVED")
        let next = try await customer.signOn("tom", payload: nil)
        #expect(try await customer.type(sent, for: next)["status"] == "OTP", "the code of another sign-on")
        #expect(try await customer.type(try code(server), for: next)["status"] == "APPROVED")
        #expect(try await customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
        #expect(try await customer.signOn("tom", payload: nil).status == 400)
    }

    @Test("the right code at the last try is taken, and one wrong one more locks", arguments: [1, 2, 5], [0, 1])
    func lastTry(_ limit: Int, _ more: Int) async throws {
        let (server, customer, _) = try await paired()
        try await server.change { $0.mostAttempts = limit }
        let answer = try await customer.signOn("tom", payload: nil)
        let sent = try code(server)
        for _ in 1..<limit + more { _ = try await customer.type("000000", for: answer) }
        let last = try await customer.type(sent, for: answer)
        #expect((last["status"] == "APPROVED") == (more == 0), "\(last.json)")
        #expect(try await customer.status(of: answer) == (more == 0 ? "APPROVED" : "LOCKED"))
    }

    @Test("a first phone of a user who has an address becomes primary by a code that is sent there")
    func firstPhone() async throws {
        let (server, customer, _) = try await paired()
        let phone = try await Phone(server, seed: 11)
        let (answer, outcome) = try await phone.signOn()
        #expect(answer["status"] == "OTP" && outcome.state == .oneTimePasscode && outcome.trustLevels == [.primary, .ignored])
        try await phone.device.select(UserSelection(trust: .primary))
        #expect(try await server.primaries(of: "tom") == 0)
        #expect(try await customer.type(try code(server), for: answer)["status"] == "APPROVED")
        #expect(try await server.primaries(of: "tom") == 1)
        #expect(try await phone.signOn().answer["status"] == "APPROVED")
    }

    @Test("an address beside a phone is named where users choose, and rests by itself after too many wrong codes")
    func beside() async throws {
        let (server, customer, id) = try await paired()
        let phone = try await Phone(server, seed: 11)
        let (answer, _) = try await phone.signOn()
        try await phone.device.select(UserSelection(trust: .primary))
        #expect(try await customer.type(try code(server), for: answer)["status"] == "APPROVED")
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "IN_PROGRESS", "a phone comes first")
        try await server.change { $0.choosesDevice = true }
        let choice = try await customer.signOn("tom", payload: nil)
        let ids = choice.json["devices"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(choice["status"] == "SELECT_DEVICE" && ids.count == 2 && ids.last == id)
        let named = try await customer.signOn("tom", payload: nil, ["deviceId": .string(id)])
        #expect(named["status"] == "OTP")
        let sent = try code(server)
        let wrong = sent == "000000" ? "000001" : "000000"
        var states: [String?] = []
        for _ in 0..<3 { states.append(try await customer.type(wrong, for: named)["status"]) }
        #expect(states == ["OTP", "OTP", "LOCKED"])
        #expect(try await customer.type(sent, for: named).status == 409)
        #expect(try await customer.signOn("tom", payload: nil, ["deviceId": .string(id)])["status"] == "LOCKED")
        #expect(try await customer.signOn("tom", payload: nil, ["deviceId": .string(try #require(ids.first))])["status"] == "IN_PROGRESS")
        server.time.advance(by: 121)
        let again = try await customer.signOn("tom", payload: nil, ["deviceId": .string(id)])
        #expect(try await customer.type(try code(server), for: again)["status"] == "APPROVED")
    }

    @Test("a code that was sent isn't taken once its user is suspended, or its address is removed", arguments: [true, false])
    func tooLate(isSuspended: Bool) async throws {
        let (server, customer, id) = try await paired()
        let answer = try await customer.signOn("tom", payload: nil)
        if isSuspended {
            #expect(try await customer.call(.patch, "/users/tom", ["status": "SUSPENDED"]).status == 200)
        } else {
            #expect(try await customer.call(.delete, "/users/tom/devices/\(id)").status == 204)
        }
        #expect(try await customer.type(try code(server), for: answer)["status"] == "OTP")
        #expect(try await customer.status(of: answer) == "OTP")
    }

    @Test("a code that can't be sent ends the sign-on, and an address that is none isn't paired")
    func unsent() async throws {
        let (server, customer, _) = try await paired()
        server.mail.fail(with: MessageError(.notConfigured, "none"))
        let answer = try await customer.signOn("tom", payload: nil)
        #expect(answer.status == 400 && answer.json["details"]?.array?.first?["code"]?.string == "NOT_SENT")
        #expect(try await customer.call(.post, "/users/tom/emailpairings", ["email": "nowhere"]).status == 400)
        #expect(try await customer.call(.post, "/users/tom/smspairings", ["phoneNumber": "5"]).status == 400)
        #expect(try await customer.call(.post, "/users/zoe/voicepairings", ["phoneNumber": "+41791234567"]).status == 404)
    }

    @Test(
        "a telephone number is paired by text message or call, and takes the code of a sign-on",
        arguments: ["smspairings", "voicepairings"])
    func telephone(resource: String) async throws {
        let server = try await PingIDServer()
        var policy = try await server.domain.deviceRegistry.devices.policies.standard(in: server.realm)
        policy.voice.isEnabled = true
        _ = try await server.domain.deviceRegistry.devices.policies.replace(policy, in: server.realm)
        let customer = Customer(server)
        let begun = try await customer.call(.post, "/users/tom/\(resource)", ["phoneNumber": "+41791234567"])
        #expect(begun.status == 201 && begun["status"] == "OTP", "\(begun.json)")
        let isCall = resource == "voicepairings"
        let message = try #require(server.texts.all.last)
        #expect(message.to.text == "+41791234567" && message.channel == (isCall ? .voice : .sms))
        let id = try #require(begun["id"])
        let code = try #require(server.texts.code)
        #expect(try await customer.call(.patch, "/users/tom/\(resource)/\(id)", ["otp": .string(code)])["status"] == "PAIRED")
        let device = try await customer.call(.get, "/users/tom/devices").json["devices"]?.array?.first
        #expect(device?["deviceType"]?.string == (isCall ? "Voice" : "SMS") && device?["deviceName"]?.string == "*4567")
        let answer = try await customer.signOn("tom", payload: nil)
        #expect(answer["status"] == "OTP" && answer["deviceId"] == id && server.texts.all.count == 2)
        #expect(try await customer.type(try #require(server.texts.code), for: answer)["status"] == "APPROVED")
    }

    @Test("a number whose day's messages are used up suspends the sign-on; without a gateway it ends")
    func suspended() async throws {
        let server = try await PingIDServer()
        let customer = Customer(server)
        let begun = try await customer.call(.post, "/users/tom/smspairings", ["phoneNumber": "+41791234567"])
        let code = try #require(server.texts.code)
        _ = try await customer.call(.patch, "/users/tom/smspairings/\(try #require(begun["id"]))", ["otp": .string(code)])
        var few = try await server.domain.devicePolicies.notificationPolicies.standard(in: server.realm)
        few.quotas = try NotificationPolicy(
            json: ["name": "Few", "quotas": [["subject": "USER", "methods": ["SMS", "Voice"], "total": 2]]]
        ).quotas
        _ = try await server.domain.devicePolicies.notificationPolicies.replace(few, in: server.realm)
        #expect(try await customer.signOn("tom", payload: nil)["status"] == "OTP")
        let answer = try await customer.signOn("tom", payload: nil)
        #expect(answer.status == 201 && answer["status"] == "SMS_VOICE_SUSPENDED", "\(answer.json)")
        #expect(try await customer.status(of: answer) == "SMS_VOICE_SUSPENDED")
        #expect(try await customer.type(code, for: answer).status == 409)
        let phone = try await Phone(server, seed: 11)
        let (own, outcome) = try await phone.signOn()
        #expect(own["status"] == "SMS_VOICE_SUSPENDED" && outcome == PayloadOutcome(.done))
        server.time.advance(by: 86_400)
        server.texts.breakDown()
        #expect(try await customer.signOn("tom", payload: nil).json["details"]?.array?.first?["code"]?.string == "NOT_SENT")
    }
}
