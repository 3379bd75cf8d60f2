import DeviceMessages
import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import MailTesting
import Primitives
import ResourceMessages
import Store
import Testing

import DeviceRegistry
import Directory
import SignIn
import MultiFactor
import DevicePolicies
import Services
@testable import PlatformDialect

@Suite("What a device policy and the MFA settings say has its effect")
struct PolicySettingTests {
    @Test("uriParameters stand in the URI of a new TOTP device")
    func uri() async throws {
        let server = try await DeviceServer()
        try await server.change { $0.totp.uriParameters = ["image": "https://example.com/a b.png", "color": "1A2B3C"] }
        let made = try await server.domain.deviceRegistry.devices.enrol(.init(.totp), for: server.user.id, in: server.realm)
        #expect(made.uri?.reveal().hasSuffix("&color=1A2B3C&image=https%3A%2F%2Fexample.com%2Fa%20b.png") == true)
    }

    @Test(
        "newDeviceNotification: the user is told once of a device that is paired, and of one that is activated", arguments: [true, false])
    func notified(_ isOn: Bool) async throws {
        let server = try await DeviceServer()
        if isOn { try await server.change { $0.newDeviceNotification = .emailThenSMS } }
        let phone = try await server.pairedPhone()
        _ = try await phone.confirm(passcode: try phone.passcode())
        #expect(server.server.mail.messages.count == (isOn ? 1 : 0))
        #expect((server.server.mail.last(to: "demo@example.com") != nil) == isOn)
        var enrolment = Devices.Enrolment(.email)
        (enrolment.contact, enrolment.isActive) = ("other@example.com", true)
        _ = try await server.domain.deviceRegistry.devices.enrol(enrolment, for: server.user.id, in: server.realm)
        #expect(server.server.mail.messages.count == (isOn ? 2 : 0))
    }

    @Test("lockout: so many failures over all devices lock the account for its time")
    func lockout() async throws {
        let server = try await DeviceServer()
        var settings = MFASettings()
        var lockout = MFASettings.Lockout()
        (lockout.failureCount, lockout.durationSeconds) = (2, 90)
        settings.lockout = lockout
        try await server.domain.directory.mfaSettings.set(settings, in: server.realm)
        let phone = try await server.pairedPhone(push: nil)
        let wrong = try phone.passcode() == "000000" ? "111111" : "000000"
        for failures in 1...2 {
            let started = try await server.start()
            await #expect(throws: SecondFactorError(.wrongPasscode, "")) {
                _ = try await server.domain.multiFactor.deviceAuthentications.check(
                    Secret(wrong), of: started.id, from: "192.0.2.7", in: server.realm, issuer: server.issuer)
            }
            let user = try #require(try await server.domain.directory.users.user(server.user.id, in: server.realm.id))
            #expect(user.isLocked(at: server.time.now) == (failures == 2))
        }
        await #expect(throws: SecondFactorError(.disabled, "")) { _ = try await server.start() }
        server.time.advance(by: 91)
        #expect(try await server.start().status == .passcodeRequired)
    }

    @Test("authentication.deviceSelection counts where the policy says nothing of it")
    func selection() async throws {
        let server = try await DeviceServer()
        _ = try await server.pairedPhone()
        var settings = MFASettings()
        settings.authentication = .init()
        settings.authentication?.deviceSelection = .alwaysDisplay
        try await server.domain.directory.mfaSettings.set(settings, in: server.realm)
        #expect(try await server.start().status == .selectionRequired)
        try await server.change {
            $0.authentication = .init()
            $0.authentication?.deviceSelection = .defaultToFirst
        }
        #expect(try await server.start().status == .pushRequired)
    }

    @Test("pairingDisabled: the key has failed, and says why")
    func failed() async throws {
        let server = try await DeviceServer()
        let key = try await server.domain.pairing.pairingKeys.create(for: server.user.id, in: server.realm)
        try await server.change { $0.mobile.applications?[0].isPairingDisabled = true }
        let refused = try await TestPhone(server, seed: 1).begin(with: try key.code.unwrapped())
        #expect(refused.status == .forbidden)
        let failed = try await server.domain.pairing.pairingKeys.key(key.id, of: server.user.id, in: server.realm)
        #expect(failed?.status == .failed && failed?.failure?.contains("no new pairings") == true)
    }

    @Test("numberMatching: an app that gives no number is told which setting asks for it")
    func number() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone()
        _ = try await server.start()
        let push = try await phone.push()
        let answer = try await phone.decide(try await phone.decision(.approve, push), push.challenge)
        #expect(answer.status == .forbidden && answer.json["message"]?.string?.contains("push.numberMatching.enabled") == true)
    }

    @Test("an address that the push service doesn't know any more ends the pairing, but not another one's")
    func unregistered() async throws {
        let server = try await DeviceServer()
        let phone = try await server.pairedPhone(push: .fcm(token: "token"))
        try await server.domain.deviceRegistry.installations.retire(.fcm(token: "older"), of: phone.id, in: server.realm.id)
        #expect(try await phone.call(.get, "/installation").status == .ok)
        try await server.domain.deviceRegistry.installations.retire(.fcm(token: "token"), of: phone.id, in: server.realm.id)
        #expect(try await phone.call(.get, "/installation").status == .gone)
    }

    // MARK: - Settings without an effect

    private static let withoutEffect: [(String, @Sendable (inout DeviceAuthenticationPolicy) -> Void)] = [
        (
            "rememberMe.web.enabled",
            {
                $0.rememberMe = .init(); $0.rememberMe?.web = .init(); $0.rememberMe?.web?.isEnabled = true
            }
        ),
        ("notificationsPolicy.id", { $0.notificationsPolicy = "n" }),
        (
            "whatsApp.enabled",
            {
                $0.whatsApp = .init(); $0.whatsApp?.isEnabled = true
            }
        ),
        ("forSignOnPolicy", { $0.forSignOnPolicy = true }),
        (
            "desktop.enabled",
            {
                $0.desktop = .init(); $0.desktop?.isEnabled = true
            }
        ),
        (
            "yubikey.enabled",
            {
                $0.yubikey = .init(); $0.yubikey?.isEnabled = true
            }
        ),
        ("voice.promptForNicknameOnPairing", { $0.voice.promptsForNickname = true }),
        ("email.promptForNicknameOnPairing", { $0.email.promptsForNickname = true }),
        ("fido2.promptForNicknameOnPairing", { $0.fido2?.promptsForNickname = true }),
        (
            "oathToken.promptForNicknameOnPairing",
            {
                $0.oathToken = .init(); $0.oathToken?.promptsForNickname = true
            }
        ),
        ("sms.promptForNicknameOnPairing", { $0.sms.promptsForNickname = true }),
        ("totp.promptForNicknameOnPairing", { $0.totp.promptsForNickname = true }),
        ("mobile.promptForNicknameOnPairing", { $0.mobile.promptsForNickname = true }),
        ("mobile.applications", { $0.mobile.applications?[0].type = .pingID }),
    ]

    /// The places are those of the platform, whose client reads them.
    @Test("what would do nothing is refused with its place and the reason", arguments: withoutEffect.indices)
    func refused(_ index: Int) async throws {
        let server = try await DeviceServer()
        let (path, edit) = Self.withoutEffect[index]
        let error = await #expect(throws: ShapeError.self) { try await server.change(edit) }
        let place = Form<DeviceAuthenticationPolicy>.object.renamed(.deviceAuthenticationPolicy).place
        let problem = error?.problems.first
        #expect(problem.map { place($0.target) } == path && problem?.message.isEmpty == false)
    }

    @Test("what an action of old said is refused: the device policy says it")
    func action() async throws {
        let server = try await DeviceServer()
        let policy = try await server.domain.signIn.signOnPolicies.create(SignOnPolicy(id: .init(), name: "MFA"), in: server.realm)
        var action = SignOnAction(id: .init(), type: .mfa, priority: 1)
        action.sms = .init(true)
        await #expect(throws: ShapeError.self) {
            _ = try await server.domain.signIn.signOnPolicies.add(action, to: policy.id, in: server.realm)
        }
        action.sms = nil
        _ = try await server.domain.signIn.signOnPolicies.add(action, to: policy.id, in: server.realm)
    }
}
