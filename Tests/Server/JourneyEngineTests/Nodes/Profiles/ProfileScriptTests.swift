import Foundations
import JourneyMessages
import Primitives
import ScriptMessages
import Testing

@testable import JourneyEngine
import Services
import SignIn
import Directory
import DeviceRegistry

@Suite("Scripts that match devices")
struct ProfileScriptTests {
    private static let next = """
        var mine = nodeState.get("forgeRock.device.profile");
        var known = deviceProfilesDao.getDeviceProfiles(nodeState.get("username"), realm);
        outcome = "unknownDevice";
        for (var i = 0; i < known.size(); i++) {
            if (known.get(i).identifier === mine.identifier) {
                outcome = known.get(i).metadata.platform.version === mine.metadata.platform.version ? "true" : "false";
            }
        }
        """

    private static let legacy = """
        (function () {
            var mine = sharedState.get("forgeRock.device.profile");
            var known = deviceProfilesDao.getDeviceProfiles(sharedState.get("username"), realm);
            outcome = "unknownDevice";
            for (var i = 0; i < known.size(); i++) {
                var device = known.get(i);
                if (device.get("identifier").asString() == mine.get("identifier")) {
                    var same = device.get("metadata").get("platform").get("version").asString() == mine.get("metadata").get("platform").get("version");
                    outcome = same ? "true" : "false";
                }
            }
        }());
        """

    private static func profile(_ version: String, _ identifier: String = "9f1c") -> JSONValue {
        .string(DeviceProfileDocument(identifier: identifier, metadata: ["platform": ["version": .string(version)]]).text)
    }

    private static let journey = """
        name: Scripted
        start: first
        nodes:
          first: { page: [ { username: {} }, { password: {} } ], next: check }
          check: { dataStoreDecision: {}, "true": collect, "false": failure }
          collect: { deviceProfileCollector: {}, next: only }
          only: { deviceMatch: { useScript: true, script: Match }, "true": at-true, "false": at-false, unknownDevice: save }
          save: { deviceSave: {}, next: at-unknown }
          at-true: { message: { message: "true" }, "true": success, "false": failure }
          at-false: { message: { message: "false" }, "true": success, "false": failure }
          at-unknown: { message: { message: unknown }, "true": success, "false": failure }
        """

    private func run(_ harness: JourneyHarness, _ profile: JSONValue) async throws -> String? {
        let password = JourneyHarness.password.reveal()
        let asked = try await harness.send(harness.step("Scripted"), "demo", .string(password)).step
        return try await harness.send(asked, profile).step.message
    }

    @Test("both generations see the user's saved devices and decide", arguments: [false, true])
    func decides(_ isLegacy: Bool) async throws {
        try await ScriptedHarness.with { scripted in
            let harness = scripted.base
            var script = Script(id: harness.domain.platform.random.uuid(), name: "Match", text: isLegacy ? Self.legacy : Self.next)
            if isLegacy { script.generation = .legacy }
            script.context = Script.Context(rawValue: "DEVICE_MATCH_NODE")
            try await harness.domain.signIn.scripts.save(script, in: harness.realm.id)
            try await harness.add(Self.journey)
            #expect(try await run(harness, Self.profile("17")) == "unknown")
            #expect(try await run(harness, Self.profile("17")) == "true")
            #expect(try await run(harness, Self.profile("18")) == "false")
            #expect(try await run(harness, Self.profile("18", "other")) == "unknown")
        }
    }

    @Test("a script may put other devices in the place of those that are saved")
    func saves() async throws {
        try await ScriptedHarness.with { scripted in
            let harness = scripted.base
            let text = """
                deviceProfilesDao.saveDeviceProfiles(nodeState.get("username"), realm, [{ identifier: "a", alias: "A", metadata: { x: 1 } }]);
                outcome = "true";
                """
            try await harness.domain.signIn.scripts.save(
                Script(id: harness.domain.platform.random.uuid(), name: "Match", text: text), in: harness.realm.id)
            try await harness.add(Self.journey)
            #expect(try await run(harness, Self.profile("17")) == "true")
            let saved = try await harness.domain.deviceRegistry.deviceProfiles.profiles(of: harness.user.id, in: harness.realm.id)
            #expect(saved.map(\.identifier) == ["a"] && saved.map(\.alias) == ["A"] && saved[0].metadata == ["x": 1])
        }
    }

    @Test("what a script decides otherwise ends the run")
    func refused() async throws {
        try await ScriptedHarness.with { scripted in
            let harness = scripted.base
            try await harness.domain.signIn.scripts.save(
                Script(id: harness.domain.platform.random.uuid(), name: "Match", text: "outcome = 'maybe';"), in: harness.realm.id)
            try await harness.add(Self.journey)
            #expect(await harness.error { try await run(harness, Self.profile("17")) }?.code == .failed)
        }
    }
}
