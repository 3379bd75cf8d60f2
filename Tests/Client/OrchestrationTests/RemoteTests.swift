import CommandChannel
import DeviceFoundation
import Foundation
@testable import Orchestration
import OrchestrationTesting
import Primitives
import Testing

@Suite("Remote authentication and transaction")
struct RemoteTests {
    private let phone: Phone
    private var server: PretendOrchestration { phone.server }

    init() throws { phone = try Phone() }

    @Test(
        "what is shown is what is decided on, for each kind and decision",
        arguments: [CommandKind.remoteAuthentication, .remoteTransaction], Decision.allCases)
    func decided(_ kind: CommandKind, _ decision: Decision) async throws {
        let device = try await phone.activated()
        let command = try server.request(kind, for: "tom", display: [.init("To", "ACME"), .init("Amount", "5 EUR")])
        #expect(try await device.addressee(of: command) == (kind, ChannelUser("tom")))
        phone.user.enters(Phone.pin, decision: decision)
        let outcome = try await device.answer(command, through: server, prompts: phone.user)
        #expect(outcome == (decision == .approve ? .accepted : .refused))
        #expect(phone.user.now.shown.map(\.display.text) == ["To: ACME\nAmount: 5 EUR"])
        #expect(phone.user.now.pins.count == (decision == .approve ? 0 : 1), "a rejection needs no PIN")
        let session = try server.session(command)
        #expect(session.state == (decision == .approve ? .accepted : .refused) && session.answer?.statement.decision == decision)
    }

    @Test("a request without anything to show goes straight to the PIN, and one without a PIN straight to the server")
    func silent() async throws {
        let device = try await phone.activated()
        let asked = phone.user.now.prompts.count
        let command = try server.request(.remoteAuthentication, for: "tom", method: .none, display: [])
        #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
        #expect(phone.user.now.shown.isEmpty && phone.user.now.prompts.count == asked)
    }

    @Test("a wrong PIN is asked for again with the tries that are left, until the authenticator is locked")
    func wrongPIN() async throws {
        let device = try await phone.activated()
        var command = try server.request(.remoteTransaction, for: "tom")
        phone.user.enters("000001", "12345", "000002", Phone.pin)
        #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
        let prompts = phone.user.now.prompts.suffix(4)
        #expect(prompts.map(\.fault) == [nil, .passwordWrong, .passwordShort, .passwordWrong])
        #expect(prompts.map(\.attemptsLeft) == [nil, 4, 4, 3])
        #expect(phone.user.now.shown.count == 1)
        command = try server.request(.remoteTransaction, for: "tom")
        phone.user.enters("000001", "000002", "000003", "000004", "000005", Phone.pin)
        let locked = await phone.error { () throws(OrchestrationError) in
            _ = try await device.answer(command, through: server, prompts: phone.user)
        }
        #expect(locked == .passwordLocked && phone.user.now.pins == [Phone.pin])
        #expect(try server.session(command).state == .locked && server.instance(of: "tom").isLocked)
    }

    @Test(
        "an outdated session is told with its reason",
        arguments: zip([RemoteSession.State.accepted, .refused, .expired], [RemoteOutcome.Reason.accepted, .refused, .expired]))
    func outdated(_ end: RemoteSession.State, _ reason: RemoteOutcome.Reason) async throws {
        let device = try await phone.activated()
        let command = try server.request(.remoteAuthentication, for: "tom")
        if end == .expired { phone.time.advance(by: 61) } else { try server.end(command, end) }
        phone.user.enters(Phone.pin)
        #expect(try await device.answer(command, through: server, prompts: phone.user) == .outdated(reason))
    }

    @Test("an answer that was cut off is sent again, and nothing is asked again", arguments: [false, true])
    func cutOff(_ losesAnswers: Bool) async throws {
        let device = try await phone.activated()
        let command = try server.request(.remoteTransaction, for: "tom")
        server.change { ($0.losesAfter, $0.losesAnswers) = (0, losesAnswers) }
        phone.user.enters(Phone.pin)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.answer(command, through: server, prompts: phone.user)
            } == .remoteTransaction)
        server.change { $0.losesAfter = nil }
        let asked = phone.user.now.prompts.count
        #expect(try await phone.open().answer(command, through: server, prompts: phone.user) == .accepted)
        #expect(phone.user.now.prompts.count == asked && phone.user.now.shown.count == 1)
        #expect(
            await phone.error { () throws(OrchestrationError) in
                _ = try await device.answer(command, through: server, prompts: phone.user)
            } == .replayed, "once it is over, it is over")
    }

    @Test("a user who turns away leaves the request as it was")
    func aborted() async throws {
        let device = try await phone.activated()
        let command = try server.request(.remoteAuthentication, for: "tom")
        for (pins, decision) in [([], nil), ([], Decision.approve)] as [([String], Decision?)] {
            _ = pins
            phone.user.enters(decision: decision)
            #expect(
                await phone.error { () throws(OrchestrationError) in
                    _ = try await device.answer(command, through: server, prompts: phone.user)
                } == .aborted)
        }
        phone.user.enters(Phone.pin)
        #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
    }

    @Test("a relay that changes, mixes up or makes up commands is noticed")
    func relay() async throws {
        let device = try await phone.activated()
        phone.user.enters(Phone.pin, Phone.pin)
        try await device.activate("tim", password: try server.register("tim"), through: server, prompts: phone.user)
        let command = try server.request(.remoteTransaction, for: "tom")
        let (shown, asked) = (phone.user.now.shown.count, phone.user.now.prompts.count)
        for position in stride(from: 6, to: command.count, by: 5) {
            var text = Array(command.utf8)
            text[position] = text[position] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            let refusal = await phone.error { () throws(OrchestrationError) in
                _ = try await device.answer(String(decoding: text, as: UTF8.self), through: server, prompts: phone.user)
            }
            #expect([.command, .userNotActivated].contains(refusal), "position \(position): \(String(describing: refusal))")
        }
        #expect(phone.user.now.shown.count == shown && phone.user.now.prompts.count == asked, "nothing of it is shown")
        for text in ["", "xyz"] {
            #expect(
                await phone.error { () throws(OrchestrationError) in
                    _ = try await device.answer(text, through: server, prompts: phone.user)
                } == (text.isEmpty ? .commandEmpty : .command))
        }
        // An answer that goes to another user's server is none there, and the other's answer is none here.
        phone.user.enters(Phone.pin)
        let other = try server.request(.remoteTransaction, for: "tim")
        let crossed = Crossing(server: server, instead: try CommandEnvelope(other))
        let refusal = await phone.error { () throws(OrchestrationError) in
            _ = try await device.answer(command, through: crossed, prompts: phone.user)
        }
        #expect(refusal == .command)
        #expect(try server.session(command).state == .pending && server.session(other).state == .pending)
    }

    @Test("a method that the device hasn't falls back to the PIN, with a warning; one that it has is used")
    func methods() async throws {
        var device = try await phone.activated()
        phone.user.enters(Phone.pin)
        let command = try server.request(.remoteAuthentication, for: "tom", method: .biometric)
        #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
        #expect(phone.warnings.all == [.methodFallback])
        #expect(
            await phone.error { () throws(OrchestrationError) in try await device.enrollFace("tom") } == .biometricUnavailable)
        var better = phone
        better.configuration.biometrics = SimulatedVerification(.fingerprint)
        better.configuration.face = SimulatedVerification(.face)
        device = better.open()
        try await device.enrollFace("tom")
        let asked = phone.user.now.prompts.count
        for method in [AuthenticationMethod.biometric, .face] {
            let command = try server.request(.remoteAuthentication, for: "tom", method: method)
            #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
            #expect(try server.session(command).answer?.statement.method == method)
        }
        #expect(phone.user.now.prompts.count == asked)
        // A stranger, and a user who shows the passcode instead of face or finger.
        for method in [nil, .pin] as [VerificationMethod?] {
            better.configuration.biometrics = SimulatedVerification(method)
            device = better.open()
            let last = try server.request(.remoteAuthentication, for: "tom", method: .biometric)
            #expect(
                await phone.error { () throws(OrchestrationError) in
                    _ = try await device.answer(last, through: server, prompts: phone.user)
                } == .biometricRefused)
        }
    }

    @Test("biometrics that were enrolled since the server last took a PIN don't count, nor does a face of them")
    func enrolled() async throws {
        func device(_ biometrics: BiometricEnrollment) -> OrchestrationDevice {
            var other = phone
            other.configuration.biometrics = SimulatedVerification(.fingerprint, enrollment: biometrics)
            other.configuration.face = SimulatedVerification(.face, enrollment: biometrics)
            return other.open()
        }
        func method(_ asked: AuthenticationMethod, on device: OrchestrationDevice) async throws -> AuthenticationMethod? {
            let command = try server.request(.remoteAuthentication, for: "tom", method: asked)
            #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
            return try server.session(command).answer?.statement.method
        }
        let (before, after) = (device(.enrolled([1])), device(.enrolled([1, 2])))
        phone.user.enters(Phone.pin, Phone.pin)
        try await before.activate("tom", password: try server.register("tom"), through: server, prompts: phone.user)
        try await before.enrollFace("tom")
        for asked in [AuthenticationMethod.biometric, .face] { #expect(try await method(asked, on: before) == asked) }

        // One that was added, all removed, and a device that says nothing any more.
        for enrollment in [.enrolled([1, 2]), .absent, .unknown] as [BiometricEnrollment] {
            let device = device(enrollment)
            #expect(await phone.error { () throws(OrchestrationError) in try await device.enrollFace("tom") } == .biometricRefused)
            for asked in [AuthenticationMethod.biometric, .face] {
                phone.user.enters("000001")
                let code = try await device.oneTimePassword("tom", application: 2, method: asked, prompts: phone.user).code
                var instance = try server.instance(of: "tom")
                #expect(try instance.verify(code, application: 2, at: phone.time.now).status == .wrongPassword)
            }
        }
        // An approval without a PIN proves nothing.
        #expect(try await method(.none, on: after) == AuthenticationMethod.none)
        phone.user.enters(Phone.pin)
        #expect(try await method(.biometric, on: after) == .password)
        for asked in [AuthenticationMethod.biometric, .face] { #expect(try await method(asked, on: after) == asked) }
        phone.user.enters(Phone.pin)
        #expect(try await method(.face, on: before) == .password, "what was enrolled first is another state now")

        phone.user.enters(Phone.pin, "428163", "428163")
        try await after.changePassword("tom", application: 2, through: server, prompts: phone.user)
        #expect(try await method(.biometric, on: after) == .biometric)
        #expect(phone.warnings.all.allSatisfy { $0 == .methodFallback } && phone.user.now.pins.isEmpty)
    }

    @Test("requests that wait are fetched, and answered like pushed ones")
    func pending() async throws {
        let device = try await phone.activated()
        let commands = try (0..<3).map { _ in try server.request(.remoteAuthentication, for: "tom", method: .none, display: []) }
        let fetched = try await device.pendingRequests("tom", through: server)
        #expect(fetched == commands)
        for command in fetched.reversed() {
            #expect(try await device.answer(command, through: server, prompts: phone.user) == .accepted)
        }
    }
}

/// A relay that gives the server's answer to one command for another.
private struct Crossing: CommandRelay {
    let server: PretendOrchestration
    let instead: CommandEnvelope

    func send(_ command: String) async throws -> String { instead.text }
}
