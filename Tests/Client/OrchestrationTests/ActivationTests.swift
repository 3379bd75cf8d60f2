import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import Testing

@Suite("Activation of a device")
struct ActivationTests {
    private let phone: Phone
    private var server: PretendOrchestration { phone.server }

    init() throws { phone = try Phone() }

    @Test("a user is activated in four trips, and stays so after the app was ended")
    func activates() async throws {
        let device = try await phone.activated()
        #expect(server.now.received.count == 4)
        #expect(try await device.isActivated("tom"))
        #expect(try await phone.open().isActivated("tom"))
        #expect(try await !device.isActivated("tim"))
        let information = try await device.information("tom")
        #expect(information.serial == "GTH0000001" && information.activated == phone.time.now && !information.hasFace)
        #expect(phone.user.now.prompts.map(\.purpose) == [.choose, .confirm])
        #expect(phone.warnings.all.isEmpty)
    }

    @Test("a mistyped password is told before anything is sent")
    func mistyped() async throws {
        let (device, password) = (phone.open(), try server.register("tom"))
        let typed: [(String, OrchestrationError.Code)] = [
            ("", .activationPasswordEmpty), ("123", .activationPasswordLength),
            (String(password.dropLast()) + (password.hasSuffix("0") ? "1" : "0"), .activationPasswordChecksum),
        ]
        for (text, code) in typed {
            #expect(
                await phone.error { () throws(OrchestrationError) in
                    try await device.activate("tom", password: text, through: server, prompts: phone.user)
                } == code)
        }
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("", password: password, through: server, prompts: phone.user)
            } == .userEmpty)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("a\u{0}", password: password, through: server, prompts: phone.user)
            } == .userFormat)
        #expect(server.now.received.isEmpty)
    }

    @Test("a wrong password and an unknown user look the same")
    func wrong() async throws {
        let device = phone.open()
        let other = try server.register("tim")
        _ = try server.register("tom")
        for name in ["tom", "unknown"] {
            #expect(
                await phone.error { () throws(OrchestrationError) in
                    try await device.activate(name, password: other, through: server, prompts: phone.user)
                } == .activationPasswordWrong)
        }
        #expect(try await device.users.isEmpty && phone.user.now.prompts.isEmpty)
    }

    @Test("PINs that the rules forbid are asked for again, and a user who turns away leaves nothing")
    func rules() async throws {
        let (device, password) = (phone.open(), try server.register("tom"))
        phone.user.enters("123", "1234567890123", "12345a", "123456", "193758", "193759")
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("tom", password: password, through: server, prompts: phone.user)
            } == .aborted)
        #expect(
            phone.user.now.prompts.map(\.fault) == [
                nil, .passwordShort, .passwordLong, .passwordFormat, .passwordWeak, nil, .passwordMismatch,
            ])
        for service in ["orchestration", "keys"] { #expect(try await phone.store.keys(in: service).isEmpty) }
        phone.user.enters("193758", "193758")
        try await device.activate("tom", password: password, through: server, prompts: phone.user)
        #expect(try await device.isActivated("tom"))
    }

    @Test("an activation that is cut off at any command is finished by repeating it, once", arguments: 0..<4, [false, true])
    func cutOff(_ trip: Int, _ losesAnswers: Bool) async throws {
        let password = try server.register("tom")
        server.change { ($0.losesAfter, $0.losesAnswers) = (trip, losesAnswers) }
        phone.user.enters(Phone.pin, Phone.pin)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await phone.open().activate("tom", password: password, through: server, prompts: phone.user)
            } == .activation)
        #expect(try await phone.open().users.isEmpty)
        server.change { $0.losesAfter = nil }
        phone.user.enters(Phone.pin, Phone.pin)
        let device = phone.open()
        try await device.activate("tom", password: password, through: server, prompts: phone.user)
        #expect(server.now.instances.count == 1)
        #expect(phone.user.now.prompts.count == (trip == 3 ? 2 : trip == 2 ? 4 : 2), "the PIN isn't asked for again where it was kept")
        #expect(try await phone.store.keys(in: "keys").count == 2, "no key is left over")
        phone.user.enters(Phone.pin)
        let code = try await device.oneTimePassword("tom", application: 2, prompts: phone.user).code
        var instance = try server.instance(of: "tom")
        #expect(try instance.verify(code, application: 2, at: phone.time.now).status == .accepted)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("tom", password: password, through: server, prompts: phone.user)
            } == .userActivated)
    }

    @Test("a server that refuses ends the flow with its words")
    func refused() async throws {
        let password = try server.register("tom")
        let refusal = ServerRefusal(code: -1_202, message: "not now", payload: "{}")
        server.change { $0.refusal = refusal }
        do {
            try await phone.open().activate("tom", password: password, through: server, prompts: phone.user)
            Issue.record("it was activated")
        } catch { #expect(error.refusal == refusal && error.code == .activation && error.reason == "not now") }
    }

    @Test("a rooted device begins no flow")
    func rooted() async throws {
        var rooted = phone
        rooted.configuration.tampering = TamperDetection([SureSign()])
        let device = rooted.open()
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("tom", password: "12345678Q", through: server, prompts: phone.user)
            } == .activationPasswordChecksum)
        let password = try server.register("tom")
        #expect(
            await phone.error { () throws(OrchestrationError) in
                try await device.activate("tom", password: password, through: server, prompts: phone.user)
            } == .rooted)
    }
}

private struct SureSign: TamperDetector {
    let name = "sign"
    func score(on system: any TamperedSystem) -> Double { 1 }
}
