import AttestationTesting
import JourneyMessages
import JourneyModel
import Primitives
import Testing
import WebAuthn

@testable import JourneyEngine

@Suite("WebAuthn nodes: what they take and make")
struct PasskeyChoiceTests {
    private static let elsewhere = "https://app.example.com"

    @Test("origins: where a ceremony may run", arguments: [true, false])
    func origins(_ isNamed: Bool) async throws {
        let settings = isNamed ? ", origins: [ \"\(Self.elsewhere)\" ]" : ""
        let harness = try await PasskeyHarness(registration: settings)
        let step = try await harness.registration()
        #expect(try await harness.outcome(step, harness.made(step, origin: Self.elsewhere)) == (isNamed ? "success" : "failure"))
        let other = try await PasskeyHarness(authentication: settings)
        try await other.register()
        let signing = try await other.signIn()
        let signed = try other.signed(signing, origin: Self.elsewhere, signCount: 1)
        #expect(try await other.outcome(signing, signed) == (isNamed ? "success" : "failure"))
    }

    @Test("validateFidoU2fAaguid: a U2F authenticator that names a model", arguments: [(true, "failure"), (false, "success")])
    func modelOfU2F(_ isChecked: Bool, _ outcome: String) async throws {
        var harness = try await PasskeyHarness(registration: ", attestationPreference: DIRECT, validateFidoU2fAaguid: \(isChecked)")
        harness.model.aaguid = [UInt8](repeating: 0, count: 15) + [9]
        let vendor = try PretendAuthority(at: harness.journey.time.now)
        let step = try await harness.registration()
        #expect(try await harness.outcome(step, harness.made(step) { try vendor.vouchAsU2F(for: $0) }) == outcome)
    }

    @Test("what the authenticator sent is there for scripts where that is wanted", arguments: [true, false])
    func data(_ isKept: Bool) async throws {
        let harness = try await PasskeyHarness()
        let settings: JSONObject = ["relyingPartyDomain": "example.com", "storeAttestationDataInTransientState": .bool(isKept)]
        try await harness.journey.engine.save(try NodeTrial.journey([.init("webAuthnRegistration", settings)]), in: harness.journey.realm)
        let step = try await harness.journey.login(NodeTrial.name).step
        let next = try await harness.journey.send(step, nil, .string(harness.made(step))).step
        #expect(next.message == "success")
        let data = try harness.journey.state(of: next).secrets["webauthnData"].map(TransientValue.json)
        #expect((data?["attestationObject"]?.string != nil) == isKept)
    }

    @Test("recovery codes are made where they are wanted", arguments: ["webAuthnRegistration", "webAuthnDeviceStorage"], [true, false])
    func recoveryCodes(_ kind: String, _ isWanted: Bool) async throws {
        let harness = try await PasskeyHarness()
        let wanted: JSONObject = ["generateRecoveryCodes": .bool(isWanted)]
        let party: JSONObject = ["relyingPartyDomain": "example.com"]
        let nodes =
            kind == "webAuthnRegistration"
            ? [NodeTrial.Node(kind, party.overlaid(with: wanted))]
            : [
                NodeTrial.Node("webAuthnRegistration", party.overlaid(with: ["postponeDeviceProfileStorage": true])),
                NodeTrial.Node(kind, wanted),
            ]
        try await harness.journey.engine.save(try NodeTrial.journey(nodes), in: harness.journey.realm)
        let step = try await harness.journey.login(NodeTrial.name).step
        let next = try await harness.journey.send(step, nil, .string(harness.made(step))).step
        #expect(next.message == "success")
        #expect((try harness.journey.state(of: next).secrets[RecoveryCodeDisplay.codesName] != nil) == isWanted)
    }

    @Test("a node that keeps passkeys keeps no more than it is told", arguments: [(1, "exceedDeviceLimit"), (2, "success")])
    func limit(_ most: Int64, _ outcome: String) async throws {
        let (first, second) = (try await PasskeyHarness(), try await PasskeyHarness(seed: 2))
        try await first.register()
        let postponed: JSONObject = ["relyingPartyDomain": "example.com", "postponeDeviceProfileStorage": true]
        let nodes = [
            NodeTrial.Node("webAuthnRegistration", postponed),
            NodeTrial.Node("webAuthnDeviceStorage", ["maxSavedDevices": .integer(most)]),
        ]
        try await first.journey.engine.save(try NodeTrial.journey(nodes), in: first.journey.realm)
        let step = try await first.journey.login(NodeTrial.name).step
        #expect(try await first.journey.send(step, nil, .string(second.made(step))).step.message == outcome)
    }
}
