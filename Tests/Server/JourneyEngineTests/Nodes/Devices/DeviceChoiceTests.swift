import Foundation
import JourneyMessages
import Primitives
import Store
import Testing

@testable import JourneyEngine
import Services
import DeviceRegistry
import Directory
import DevicePolicies

@Suite("Nodes about paired devices: settings")
struct DeviceChoiceTests {
    /// A realm with a policy `Picky`, whose users always choose their device, and a user with some addresses for codes.
    private func trial(addresses: [String] = []) async throws -> NodeTrial {
        let trial = try await NodeTrial()
        let (domain, realm, user) = (trial.harness.domain, trial.harness.realm, trial.harness.user.id)
        try await trial.setProfile([:])
        try await domain.directory.users.setMFAEnabled(true, of: user, in: realm.id)
        for address in addresses {
            var device = Devices.Enrolment(.email)
            (device.contact, device.isActive) = (address, true)
            _ = try await domain.deviceRegistry.devices.enrol(device, for: user, in: realm)
        }
        var policy = DeviceAuthenticationPolicy.standard(UUID())
        (policy.name, policy.isDefault) = ("Picky", false)
        policy.authentication = .init()
        policy.authentication?.deviceSelection = .alwaysDisplay
        _ = try await domain.devicePolicies.mfaPolicies.create(policy, in: realm)
        try await trial.addApplication()
        return trial
    }

    @Test("the policy decides whether a device is chosen; the prompts are the node's")
    func authentication() async throws {
        let trial = try await trial(addresses: ["demo@example.com"])
        let asked = try await trial.step("deviceAuthentication", ["passcodePrompt": "The code", "choicePrompt": "Whither?"])
        #expect(asked.types == [.password, .confirmation] && asked.callbacks[0].output("prompt") == "The code")
        let choosing = try await trial.step("deviceAuthentication", ["policy": "Picky", "choicePrompt": "Whither?"])
        #expect(choosing.types == [.choice] && choosing.callbacks[0].output("prompt") == "Whither?")
    }

    @Test("a pairing key is for the applications that are named, by the policy that is named")
    func pairing() async throws {
        for isSet in [false, true] {
            let trial = try await trial()
            let (domain, realm, user) = (trial.harness.domain, trial.harness.realm, trial.harness.user.id)
            _ = try await trial.step("devicePairing", isSet ? ["applications": ["phone-app"], "policy": "Picky"] : [:])
            let row = try #require(try await trial.harness.database.read { try $0.row("SELECT id FROM pairing_keys") })
            let key = try #require(try await domain.pairing.pairingKeys.key(row.uuid("id"), of: user, in: realm))
            let picky = try await domain.devicePolicies.mfaPolicies.all(in: realm).first { $0.name == "Picky" }
            #expect(key.applications == (isSet ? ["phone-app"] : []) && key.policy == (isSet ? picky?.id : nil))
        }
    }

    @Test("a user who has left too many pairing keys unused goes on without one")
    func pairingKeysLeft() async throws {
        let trial = try await trial()
        let (domain, realm, user) = (trial.harness.domain, trial.harness.realm, trial.harness.user.id)
        for _ in 0..<20 { _ = try await domain.pairing.pairingKeys.create(for: user, applications: [], policy: nil, in: realm) }
        #expect(try await trial.step("devicePairing").message == "exited")
    }

    @Test("a code is for the application that is named")
    func application() async throws {
        let trial = try await trial()
        let step = try await trial.step("authenticationCode", ["application": "phone-app"], isProven: false)
        #expect(step.types == [.hiddenValue, .pollingWait, .confirmation])
        let other = await trial.harness.error { try await trial.step("authenticationCode", ["application": "none"], isProven: false) }
        #expect(other?.code == .internal)
    }

    @Test("a code is good for so many seconds", arguments: [(30, "expired"), (60, nil)] as [(Int64, String?)])
    func lifetime(_ seconds: Int64, _ message: String?) async throws {
        let trial = try await trial()
        let settings: JSONObject = ["application": "phone-app", "lifetime": .integer(seconds)]
        let step = try await trial.step("authenticationCode", settings, isProven: false)
        trial.harness.time.advance(by: 31)
        #expect(try await trial.harness.send(step, nil, nil, nil).step.message == message)
    }
}
