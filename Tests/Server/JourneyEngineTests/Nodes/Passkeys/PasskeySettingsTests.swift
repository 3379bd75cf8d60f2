import Foundation
import JourneyMessages
import Primitives
import Testing
import WebAuthn

@testable import JourneyEngine
import DeviceRegistry
import Sessions
import Directory

@Suite("WebAuthn nodes: settings")
struct PasskeySettingsTests {
    private static let conditional = """
        name: Conditional
        start: who
        nodes:
          who:
            page:
              nodes: [ { username: {} }, { webAuthnAuthentication: { \(PasskeyHarness.party), mediation: conditional, conditionalManualButton: true } } ]
            success: at-success
            failure: at-failure
            error: at-error
            unsupported: at-unsupported
            noDevice: at-noDevice
          at-success: { message: { message: success }, "true": success, "false": failure }
          at-failure: { message: { message: failure }, "true": success, "false": failure }
          at-error: { message: { message: error }, "true": success, "false": failure }
          at-unsupported: { message: { message: unsupported }, "true": success, "false": failure }
          at-noDevice: { message: { message: noDevice }, "true": success, "false": failure }
        """

    /// The step with the metadata first, as the harness's authenticator takes it.
    private func request(_ step: Step) -> Step {
        var step = step
        step.callbacks.removeFirst()
        return step
    }

    @Test("a passkey says all that a page with conditional mediation asks; without one the name does")
    func conditional() async throws {
        let harness = try await PasskeyHarness()
        try await harness.register()
        try await harness.journey.add(Self.conditional)
        let first = try await harness.journey.step("Conditional")
        let data = try #require(first.callbacks[1].output("data"))
        #expect(data["mediation"] == "conditional" && data["conditionalManualButton"] == true && data["_allowCredentials"] == [])
        #expect(try await harness.journey.send(first, .string("demo"), nil, nil).step.message == "noDevice")
        let empty = try await harness.journey.step("Conditional")
        let again = try await harness.journey.send(empty, nil, nil, nil).step
        #expect(again.questions == [.name, .hiddenValue], "neither a name nor a passkey")
        let text = try harness.signed(request(again), handle: harness.handle, signCount: 1)
        let done = try await harness.journey.send(again, nil, nil, .string(text)).step
        #expect(done.message == "success", "the page that is shown again takes what its challenge was signed for")
        let end = try await harness.journey.send(done, nil, 0).success
        #expect(end.session?.user == harness.journey.user.id)
    }

    @Test(
        "an answer that isn't one asks the page again, or goes on with the name", arguments: ["unsupported", "ERROR::NotAllowedError:no"])
    func unanswered(_ text: String) async throws {
        let harness = try await PasskeyHarness()
        try await harness.register()
        try await harness.journey.add(Self.conditional)
        let first = try await harness.journey.step("Conditional")
        let again = try await harness.journey.send(first, nil, nil, .string(text)).step
        #expect(again.questions == [.name, .hiddenValue] && again.saysWhy)
        let wanted = text == "unsupported" ? "unsupported" : "error"
        #expect(try await harness.journey.send(again, .string("demo"), nil, .string(text)).step.message == wanted)
    }

    @Test("a passkey that is refused ends the page")
    func refused() async throws {
        let harness = try await PasskeyHarness()
        try await harness.register()
        try await harness.journey.add(Self.conditional)
        let step = try await harness.journey.step("Conditional")
        let text = try harness.signed(request(step), origin: "https://evil.example", handle: harness.handle, signCount: 1)
        #expect(try await harness.journey.send(step, nil, nil, .string(text)).step.message == "failure")
    }

    @Test("a new passkey has recovery codes, which let in once where the node allows them")
    func recovery() async throws {
        let harness = try await PasskeyHarness()
        let (journey, party) = (harness.journey, PasskeyHarness.party)
        try await journey.add(
            """
            name: Codes
            start: name
            nodes:
              name: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": register, "false": failure }
              register: { webAuthnRegistration: { \(party) }, success: codes, failure: failure, error: failure, unsupported: failure }
              codes: { recoveryCodeDisplay: {}, next: success }
            """)
        try await journey.add(
            """
            name: Recover
            start: name
            nodes:
              name: { username: {}, next: key }
              key: { webAuthnAuthentication: { \(party), isRecoveryCodeAllowed: true }, success: success, failure: failure, error: failure, unsupported: failure, noDevice: failure, recoveryCode: code }
              code: { recoveryCode: { recoveryCodeType: WEB_AUTHN }, "true": success, "false": failure }
            """)
        let password = JourneyHarness.password.reveal()
        let step = try await journey.send(journey.step("Codes"), .string(JourneyHarness.username), .string(password)).step
        let shown = try await journey.send(step, nil, .string(harness.made(step))).step
        var words: [String] = []
        for case .textOutput(let statement) in shown.callbacks.map(\.kind) {
            words += statement.message.split { $0.isWhitespace }.map(String.init)
        }
        let alphabet = Set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        let code = try #require(words.last { $0.count == 10 && alphabet.isSuperset(of: $0) })
        for wanted in [true, false] {
            let asked = try await journey.send(journey.step("Recover"), .string(JourneyHarness.username)).step
            #expect(asked.types == [.metadata, .hiddenValue, .confirmation])
            let codes = try await journey.send(asked, nil, nil, 0).step
            let end = try? await journey.send(codes, .string(code)).success
            #expect((end != nil) == wanted)
        }
    }

    @Test("the device's name for the user, extensions and the session's NodeType")
    func state() async throws {
        let harness = try await PasskeyHarness(registration: ", displayNameSharedState: username")
        let step = try await harness.registration()
        guard case .webAuthnRegistration(let request) = step.callbacks[0].kind else { throw UnexpectedReply() }
        #expect(request.displayName == JourneyHarness.username && request.extensions.isEmpty)
        try await harness.register()
        let signing = try await harness.signIn()
        let done = try await harness.journey.send(signing, nil, .string(harness.signed(signing, signCount: 1))).step
        let session = try #require(try await harness.journey.send(done, nil, 0).success.session)
        #expect(session.properties["NodeType"] == "WebAuthnAuthentication")
    }

    @Test("the realm's apps may run ceremonies where a node names no origins, and others mayn't")
    func apps() async throws {
        let harness = try await PasskeyHarness()
        var realm = harness.journey.realm
        realm.settings[DeviceSettings.self].appleApps = ["ABCDE12345.com.example.app"]
        let print = [UInt8](repeating: 0xAB, count: 32)
        realm.settings[DeviceSettings.self].androidApps = [
            "com.example.app": Array(repeating: "ab", count: 32).joined(separator: ":"), "broken": "AB:CD",
        ]
        let origins = NativeApps(realm.settings).origins(for: "example.com")
        #expect(
            origins == [
                .exactly("https://example.com"), .exactly("ios:bundle-id:com.example.app"), .android(certificateFingerprint: print),
            ])
        #expect(NativeApps(RealmSettings()).origins(for: "example.com").isEmpty)
        for (settings, outcome) in [(RealmSettings(), "failure"), (realm.settings, "success")] {
            var journey = harness.journey
            journey.realm.settings = settings
            let first = try await journey.step("Register")
            let step = try await journey.send(first, .string(JourneyHarness.username), .string(JourneyHarness.password.reveal())).step
            let text = try harness.made(step, origin: "ios:bundle-id:com.example.app")
            #expect(try await journey.send(step, nil, .string(text)).step.message == outcome)
        }
        #expect(NativeApps(realm.settings).android.map(\.fingerprint) == [Array(repeating: "AB", count: 32).joined(separator: ":")])
    }
}
