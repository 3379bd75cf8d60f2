import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Testing
import WebAuthn

@testable import JourneyEngine
import Services
import Sessions
import Directory
import DeviceRegistry

@Suite("WebAuthn nodes")
struct PasskeyNodeTests {
    @Test("a passkey is registered after the password, and signs in by itself: with a user name and without")
    func life() async throws {
        let harness = try await PasskeyHarness()
        let step = try await harness.registration()
        #expect(step.types == [.metadata, .hiddenValue])
        try await harness.register(name: "My key")
        let signing = try await harness.signIn()
        let done = try await harness.journey.send(signing, nil, .string(harness.signed(signing, signCount: 1)))
        #expect(try done.step.message == "success")
        #expect(try await harness.journey.send(done.step, nil, 0).success.session?.user == harness.journey.user.id)
        let handles = [harness.handle, harness.journey.user.id.uuidString.lowercased()].map { $0 }
        for (index, handle) in [handles[0], Data(handles[1].utf8).base64EncodedString()].enumerated() {
            let step = try await harness.journey.step("Usernameless")
            let text = try harness.signed(step, handle: handle, signCount: UInt32(index + 2))
            let reply = try await harness.journey.send(step, nil, .string(text)).step
            #expect(reply.message == "success")
            #expect(try await harness.journey.send(reply, nil, 0).success.session?.user == harness.journey.user.id)
        }
    }

    @Test("the step says everything in both forms")
    func forms() async throws {
        let harness = try await PasskeyHarness(
            registration: ", excludeCredentials: true, requiresResidentKey: true, userVerificationRequirement: REQUIRED")
        try await harness.register()
        let data = try #require(try await harness.registration().callbacks[0].output("data"))
        #expect(
            data["_action"] == "webauthn_registration" && data["timeout"] == "60000" && data["relyingPartyId"] == "id: \"example.com\",")
        #expect(data["_excludeCredentials"]?.array?.count == 1 && data["excludeCredentials"]?.string?.contains("new Int8Array([") == true)
        #expect(
            data["_authenticatorSelection"]?["requireResidentKey"] == true
                && data["_authenticatorSelection"]?["userVerification"] == "required")
        #expect(data["userId"]?.string == harness.handle && data["supportsJsonResponse"] == true)
        let asked = try #require(try await harness.signIn().callbacks[0].output("data"))
        #expect(
            asked["_allowCredentials"]?.array?.count == 1 && asked["allowCredentials"]?.string?.hasPrefix("allowCredentials: [{") == true)
        let any = try #require(try await harness.journey.step("Usernameless").callbacks[0].output("data"))
        #expect(any["_allowCredentials"] == [] && any["allowCredentials"] == "")
    }

    @Test(
        "what a client can't or won't do has an outcome of its own",
        arguments: [
            ("unsupported", "unsupported"), ("ERROR::NotSupportedError:no", "unsupported"), ("ERROR::NotAllowedError:no", "error"),
            ("rubbish", "failure"), ("{}::1::2", "failure"),
        ])
    func errors(_ text: String, _ outcome: String) async throws {
        let harness = try await PasskeyHarness()
        #expect(try await harness.outcome(harness.registration(), text) == outcome)
        try await harness.register()
        #expect(try await harness.outcome(harness.signIn(), text) == outcome)
    }

    @Test("what is wrong in a registration is refused, and nothing is kept")
    func refused() async throws {
        var harness = try await PasskeyHarness(registration: ", userVerificationRequirement: REQUIRED")
        let (one, two) = (try await harness.registration(), try await harness.registration())
        #expect(try await harness.outcome(one, harness.made(two)) == "failure", "another challenge")
        let step = try await harness.registration()
        #expect(try await harness.outcome(step, harness.made(step, origin: "https://example.com")) == "failure", "another origin")
        harness.isVerifying = false
        let lax = try await harness.registration()
        #expect(try await harness.outcome(lax, harness.made(lax)) == "failure", "not verified")
        #expect(
            try await harness.journey.domain.deviceRegistry.devices.passkeys(of: harness.journey.user.id, in: harness.journey.realm.id)
                .isEmpty)
    }

    @Test("registration wants a proof of who the user is")
    func proof() async throws {
        let harness = try await PasskeyHarness()
        try await harness.journey.add(
            Journeys.single("webAuthnRegistration: { \(PasskeyHarness.party) }", "unsupported", "success", "failure", "error"))
        #expect(await harness.journey.error { try await harness.journey.step("Single") }?.code == .failed)
    }

    @Test("an assertion counts once, for its user, challenge, origin and counter")
    func assertions() async throws {
        var harness = try await PasskeyHarness(authentication: ", userVerificationRequirement: REQUIRED")
        try await harness.register()
        let step = try await harness.signIn()
        let right = try harness.signed(step, signCount: 5)
        #expect(try await harness.outcome(step, right) == "success")
        harness.journey.pass()
        await #expect(throws: JourneyRunError.self) { try await harness.outcome(step, right) }
        let second = try await harness.signIn()
        #expect(try await harness.outcome(second, right) == "failure", "an older one")
        let third = try await harness.signIn()
        #expect(try await harness.outcome(third, harness.signed(third, signCount: 5)) == "failure", "the counter stood still")
        let fourth = try await harness.signIn()
        #expect(try await harness.outcome(fourth, harness.signed(fourth, origin: "https://evil.example", signCount: 6)) == "failure")
        let fifth = try await harness.signIn()
        #expect(
            try await harness.outcome(fifth, harness.signed(fifth, handle: Data("other".utf8).base64EncodedString(), signCount: 7))
                == "failure")
        harness.isVerifying = false
        let sixth = try await harness.signIn()
        #expect(try await harness.outcome(sixth, harness.signed(sixth, signCount: 8)) == "failure", "not verified")
    }

    @Test("without a user name the passkey must say whose it is")
    func handle() async throws {
        let harness = try await PasskeyHarness()
        try await harness.register()
        let step = try await harness.journey.step("Usernameless")
        #expect(try await harness.outcome(step, harness.signed(step, signCount: 1)) == "failure")
    }

    @Test("a user without a passkey, an unknown user and one whose device is blocked have no device")
    func noDevice() async throws {
        let harness = try await PasskeyHarness()
        _ = try await harness.journey.addUser("other")
        try await harness.register()
        for name in ["other", "nobody"] { #expect(try await harness.signIn(as: name).message == "noDevice") }
        let (domain, user) = (harness.journey.domain, harness.journey.user.id)
        let device = try #require(try await domain.deviceRegistry.devices.devices(of: user, in: harness.journey.realm.id).first)
        let waiting = try await harness.signIn()
        _ = try await domain.deviceRegistry.devices.setBlocked(true, device.id, of: user, in: harness.journey.realm)
        #expect(try await harness.signIn().message == "noDevice")
        #expect(try await harness.outcome(waiting, harness.signed(waiting, signCount: 1)) == "noDevice")
    }

    @Test("a counter that stood still has an outcome of its own where that is wanted")
    func mismatch() async throws {
        let harness = try await PasskeyHarness(authentication: ", detectSignCountMismatch: true")
        try await harness.register()
        for (count, outcome) in [(2, "success"), (2, "successSignCountMismatch"), (3, "success")] as [(UInt32, String)] {
            let step = try await harness.signIn()
            #expect(try await harness.outcome(step, harness.signed(step, signCount: count)) == outcome)
        }
    }

    @Test("a passkey is registered once, and no more of them than may be")
    func limits() async throws {
        let harness = try await PasskeyHarness()
        try await harness.register()
        let again = try await harness.registration()
        #expect(try await harness.outcome(again, harness.made(again)) == "failure")
        let limited = try await PasskeyHarness(registration: ", maxSavedDevices: 1")
        let early = try await limited.registration()
        try await limited.register()
        #expect(try await limited.registration().message == "exceedDeviceLimit")
        #expect(try await limited.outcome(early, limited.made(early)) == "exceedDeviceLimit")
    }

    @Test("a node further on may keep the passkey")
    func postponed() async throws {
        let harness = try await PasskeyHarness()
        try await harness.journey.add(
            """
            name: Postponed
            start: name
            nodes:
              name: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": register, "false": failure }
              register: { webAuthnRegistration: { \(PasskeyHarness.party), postponeDeviceProfileStorage: true }, success: ask, unsupported: failure, failure: failure, error: failure }
              ask: { message: { message: Keep? }, "true": keep, "false": failure }
              keep: { webAuthnDeviceStorage: {}, success: success, failure: failure }
            """)
        let password = JourneyHarness.password.reveal()
        let step = try await harness.journey.send(harness.journey.step("Postponed"), .string(JourneyHarness.username), .string(password))
            .step
        let asked = try await harness.journey.send(step, nil, .string(harness.made(step))).step
        let (domain, user, realm) = (harness.journey.domain, harness.journey.user.id, harness.journey.realm.id)
        #expect(try await domain.deviceRegistry.devices.passkeys(of: user, in: realm).isEmpty)
        #expect(try await harness.journey.send(asked, nil, 0).success.session?.user == user)
        #expect(try await domain.deviceRegistry.devices.passkeys(of: user, in: realm).count == 1)
    }
}
