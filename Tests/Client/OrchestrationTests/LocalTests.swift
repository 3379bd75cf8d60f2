import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import TestVectors
import Testing

@Suite("Codes, signatures, PINs and users")
struct LocalTests {
    private let phone: Phone
    private var server: PretendOrchestration { phone.server }

    init() throws { phone = try Phone() }

    @Test("codes and signatures of the device are the server's, with host codes where the application has them")
    func codes() async throws {
        let device = try await phone.activated()
        phone.user.enters(Phone.pin, Phone.pin, Phone.pin)
        let sent = server.now.received.count
        let password = try await device.oneTimePassword("tom", application: 2, prompts: phone.user)
        let answer = try await device.oneTimePassword("tom", application: 3, challenge: "A7K3P9QX", prompts: phone.user)
        let signature = try await device.signature("tom", application: 4, fields: ["GB33", "12.50", ""], prompts: phone.user)
        #expect(password.hostCode == nil && answer.hostCode?.count == 6 && signature.hostCode?.count == 6)
        #expect(server.now.received.count == sent, "no network is used")
        var instance = try server.instance(of: "tom")
        let now = phone.time.now
        #expect(try instance.verify(password.code, application: 2, at: now).status == .accepted)
        #expect(try instance.verify(answer.code, application: 3, challenge: "A7K3P9QX", at: now).status == .accepted)
        let fields = try TransactionFields(["GB33", "12.50", ""])
        #expect(
            try instance.verify(signature: signature.code, of: TransactionFields(["GB33", "12.51", ""]), application: 4, at: now).status
                == .wrongPassword)
        #expect(try instance.verify(signature: signature.code, of: fields, application: 4, at: now).status == .accepted)
    }

    @Test("ten thousand PINs open ten thousand secrets, none of which shows which is the right one")
    func noOracle() async throws {
        let device = try await phone.activated()
        let record = try #require(try await device.book.record(ChannelUser("tom")))
        var codes: Set<String> = []
        let application = try record.terms.application(2, [.oneTimePassword])
        for number in 0..<10_000 {
            let pin = Secret(String(100_000 + number))
            let secret = try record.guarded.open(with: pin, user: record.user, instance: record.instance)
            codes.insert(secret.proof(of: [1]))
            let code = try secret.key(of: application).code(at: phone.time.now).code
            #expect(code.count == 8 && code.allSatisfy(\.isNumber))
        }
        #expect(codes.count == 10_000)
    }

    @Test("what is kept of a secret is what the specification says")
    func vector() throws {
        let lines = String(decoding: try TestVectors.data("command-channel/channel.txt"), as: UTF8.self).split(separator: "\n")
        let block = try #require(lines.first { $0.hasPrefix("block ") }?.split(separator: " ").last)
        let (user, instance) = (try ChannelUser("tom", domain: "bank"), Array(UInt8(16)..<32))
        let secret = try InstanceSecret(Secret(bytes: UInt8(64)..<96), user: user, instance: instance)
        let json: JSONValue = [
            "salt": .string(Base64URL.encode(UInt8(0)..<16)),
            "block": .string(Base64URL.encode(try #require(Hexadecimal.decode(String(block))))), "rounds": 32_768,
        ]
        let guarded = try #require(GuardedSecret(json: json))
        #expect(try guarded.open(with: Secret("193758"), user: user, instance: instance) == secret)
    }

    @Test("a wrong PIN gives a code like any other, and the server counts")
    func wrongPIN() async throws {
        let device = try await phone.activated()
        phone.user.enters("000001")
        let code = try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code
        var instance = try server.instance(of: "tom")
        #expect(code.count == 8)
        #expect(try instance.verify(code, application: 2, at: phone.time.now) == FlowOutcome(.wrongPassword, attemptsLeft: 4))
    }

    @Test("wrong uses of the local calls are told by their codes")
    func misuse() async throws {
        let device = try await phone.activated()
        phone.user.enters(Phone.pin)
        func oneTimePassword(_ index: Int, _ challenge: String? = nil) async -> OrchestrationError.Code? {
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.oneTimePassword("tom", application: index, challenge: challenge, method: .none, prompts: phone.user)
            }
        }
        func sign(_ fields: [String], _ index: Int = 4) async -> OrchestrationError.Code? {
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.signature("tom", application: index, fields: fields, method: .none, prompts: phone.user)
            }
        }
        #expect(await oneTimePassword(3) == .challengeMissing)
        #expect(await oneTimePassword(3, "é") == .challengeFormat)
        #expect(await oneTimePassword(4) == .application)
        #expect(await oneTimePassword(9) == .application)
        #expect(await sign([]) == .dataFieldCount)
        #expect(await sign(Array(repeating: "a", count: 9)) == .dataFieldCount)
        #expect(await sign(["12345678901234567"]) == .dataFieldLength)
        #expect(await sign(["a"], 2) == .application)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.oneTimePassword("tim", application: 2, prompts: phone.user)
            } == .userNotActivated)
    }

    @Test("the PIN changes, the server learns neither, and the former one gives codes that aren't taken")
    func passwordChange() async throws {
        let device = try await phone.activated()
        phone.user.enters(Phone.pin, Phone.pin, "428163", "428163")
        try await device.changePassword("tom", application: 2, through: server, prompts: phone.user)
        #expect(phone.user.now.prompts.suffix(4).map(\.fault) == [nil, nil, .passwordUnchanged, nil])
        let pins = [Phone.pin, "428163"].map { Array($0.utf8) }
        for text in server.now.received {
            let bytes = try CommandEnvelope(text).bytes
            for pin in pins { #expect(!bytes.indices.contains { bytes[$0...].starts(with: pin) }) }
        }
        phone.user.enters(Phone.pin, "428163")
        var instance = try server.instance(of: "tom")
        let former = try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code
        let new = try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code
        #expect(try instance.verify(former, application: 2, at: phone.time.now).status == .wrongPassword)
        #expect(try instance.verify(new, application: 2, at: phone.time.now).status == .accepted)
    }

    @Test("a change of the PIN with a wrong one, or one that is cut off, leaves a PIN that works", arguments: 0..<2, [false, true])
    func cutOffChange(_ command: Int, _ losesAnswers: Bool) async throws {
        let device = try await phone.activated()
        phone.user.enters("000001")
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.changePassword("tom", application: 2, through: server, prompts: phone.user)
            } == .passwordWrong)
        server.change { ($0.losesAfter, $0.losesAnswers) = (command, losesAnswers) }
        phone.user.enters(Phone.pin, "428163", "428163")
        let failure = await phone.error { () throws(OrchestrationError) in
            try await device.changePassword("tom", application: 2, through: server, prompts: phone.user)
        }
        #expect(failure == (command == 0 ? .passwordChange : nil))
        phone.user.enters(command == 0 ? Phone.pin : "428163")
        let code = try await phone.open().oneTimePassword("tom", application: 2, prompts: phone.user).code
        var instance = try server.instance(of: "tom")
        #expect(try instance.verify(code, application: 2, at: phone.time.now).status == .accepted)
    }

    @Test("what is stored before and after a change of the PIN has no secret in common under the two PINs")
    func snapshots() async throws {
        let device = try await phone.activated()
        let user = try ChannelUser("tom")
        let before = try #require(try await device.book.record(user))
        phone.user.enters(Phone.pin, "428163", "428163")
        try await device.changePassword("tom", application: 2, through: server, prompts: phone.user)
        let after = try #require(try await device.book.record(user))
        let old = try before.guarded.open(with: Secret(Phone.pin), user: user, instance: before.instance)
        let new = try after.guarded.open(with: Secret("428163"), user: user, instance: after.instance)
        #expect(old != new && before.root == after.root)
    }

    @Test("a device that was put back to an old state is noticed by the server")
    func restored() async throws {
        let device = try await phone.activated()
        let user = try ChannelUser("tom")
        let backup = try #require(try await device.book.record(user))
        try await device.registerNotifications("tom", identifier: "apns:1", through: server)
        #expect(try await device.information("tom").notificationIdentifier == "apns:1" && server.now.identifiers.count == 1)
        try await device.book.keep(backup)
        do {
            try await device.registerNotifications("tom", identifier: "apns:2", through: server)
            Issue.record("it was taken")
        } catch { #expect(error.refusal?.message == "replayed") }
        #expect(server.now.identifiers.values.sorted() == ["apns:1"])
    }

    @Test("users are listed, told apart by their domains, and deleted with their keys")
    func users() async throws {
        let device = try await phone.activated("tom")
        phone.user.enters(Phone.pin, Phone.pin)
        try await device.activate(
            "tom", domain: "bank", password: try server.register("tom", domain: "bank"), through: server, prompts: phone.user)
        #expect(try await device.users.map(\.domain) == ["", "bank"])
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("tom", domain: "bank", password: "12345678901", through: server, prompts: phone.user)
            } == .activationPasswordLength)
        try await device.delete("tom")
        try await device.delete("tom")
        #expect(try await device.users.map(\.domain) == ["bank"])
        #expect(try await phone.store.keys(in: "keys").count == 2)
        #expect(await phone.error { () throws(OrchestrationError) in _ = try await device.information("tom") } == .userNotActivated)
    }

    @Test("the device's data go in the clear as JSON, or sealed for the server")
    func deviceData() async throws {
        let device = try await phone.activated()
        let clear = try await device.deviceMessage(
            "tom", event: "login", applicationData: #"{"a":1}"#, data: ["rooted": false], isEncrypted: false)
        let json = try JSONValue(parsing: clear)
        #expect(json["event"] == "login" && json["application"]?["a"] == 1 && json["device"]?["rooted"] == false)
        let sealed = try await device.deviceMessage("tom", event: "login", applicationData: "", isEncrypted: true)
        _ = try server.answer(sealed)
        guard case .deviceData(_, let event, let application, let data)? = server.now.deviceData.first else {
            Issue.record("nothing came"); return
        }
        #expect(event == "login" && application == "{}" && data == #"{"model":"test"}"#)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.deviceMessage("tom", event: "", applicationData: "{", isEncrypted: false)
            } == .deviceData)
    }
}
