import JourneyModel
import JourneyTesting
import Foundation
import JourneyMessages
import Primitives
import Foundations
import Store
import Testing

@testable import JourneyEngine
import DeviceRegistry
import Services
import Directory

@Suite("Device profile nodes")
struct ProfileNodeTests {
    private static let metadata: JSONObject = [
        "platform": ["platform": "iOS", "version": "17.4", "deviceName": "Demo's iPhone", "jailBreakScore": 0.5],
        "hardware": ["memory": 5926, "display": ["width": 390, "height": 844]],
    ]
    private static let london = DeviceProfileDocument.Location(latitude: 51.5, longitude: -0.12)

    private let harness: JourneyHarness

    init() async throws { harness = try await JourneyHarness() }

    private static func profile(
        _ identifier: String = "9f1c", metadata: JSONObject? = metadata, at place: DeviceProfileDocument.Location? = london
    ) -> String { DeviceProfileDocument(identifier: identifier, metadata: metadata, location: place).text }

    /// Runs a login, the collector, and nodes, and says which message it ends at.
    private func outcome(
        _ profile: String, _ node: String, _ outcomes: [String], collector: String = "deviceLocation: true", proof: Bool = true
    ) async throws -> String? {
        let connections = outcomes.map { ", \"\($0)\": at-\($0)" }.joined()
        let ends = outcomes.map { "  at-\($0): { message: { message: \"\($0)\" }, \"true\": success, \"false\": failure }\n" }
        let first = proof ? "{ page: [ { username: {} }, { password: {} } ], next: check }" : "{ username: {}, next: collect }"
        let check = proof ? "  check: { dataStoreDecision: {}, \"true\": collect, \"false\": failure }\n" : ""
        try await harness.add(
            "name: Profile\nstart: first\nnodes:\n  first: \(first)\n\(check)  collect: { deviceProfileCollector: { \(collector) }, next: only }\n"
                + "  only: { \(node)\(connections) }\n" + ends.joined())
        let password: JSONValue? = proof ? .string(JourneyHarness.password.reveal()) : nil
        let asked =
            try await proof
            ? harness.send(harness.step("Profile"), "demo", password).step : harness.send(harness.step("Profile"), "demo").step
        #expect(asked.types == [.deviceProfile])
        let step = try await harness.send(asked, .string(profile)).step
        return step.questions == [.deviceProfile] ? nil : step.message
    }

    private func save(_ profile: String, _ settings: String = "") async throws {
        #expect(try await outcome(profile, "deviceSave: { \(settings) }", ["next"]) == "next")
    }

    private func match(_ profile: String, _ settings: String = "", proof: Bool = true) async throws -> String? {
        try await outcome(profile, "deviceMatch: { \(settings) }", ["true", "false", "unknownDevice"], proof: proof)
    }

    private func saved() async throws -> [DeviceProfile] {
        try await harness.domain.deviceRegistry.deviceProfiles.profiles(of: harness.user.id, in: harness.realm.id)
    }

    @Test("a device is saved, and recognised by its identifier until it has changed too much, or its time is over")
    func life() async throws {
        #expect(try await match(Self.profile()) == "unknownDevice")
        try await save(Self.profile())
        #expect(try await saved().map(\.alias) == ["Demo's iPhone"])
        #expect(try await match(Self.profile()) == "true")
        #expect(try await match(Self.profile(), proof: false) == "true", "of a user who is only named")
        #expect(try await match(Self.profile("other")) == "unknownDevice")
        var changed = Self.metadata
        changed["hardware"] = ["memory": 4096, "display": ["width": 390, "height": 900]]
        #expect(try await match(Self.profile(metadata: changed)) == "false")
        #expect(try await match(Self.profile(metadata: changed), "acceptableVariance: 1") == "false")
        #expect(try await match(Self.profile(metadata: changed), "acceptableVariance: 2") == "true")
        #expect(try await match(Self.profile(metadata: changed), "acceptableVariance: 2, attributeWeights: { memory: 3 }") == "false")
        #expect(try await match(Self.profile(metadata: changed), "acceptableVariance: 1, attributeWeights: { height: 0 }") == "true")
        let paris = DeviceProfileDocument.Location(latitude: 48.85, longitude: 2.35)
        #expect(try await match(Self.profile(at: paris), "allowedRadius: 100") == "false")
        #expect(try await match(Self.profile(at: paris), "allowedRadius: 400000") == "true")
        #expect(try await match(Self.profile(at: nil), "allowedRadius: 400000") == "false")
        harness.time.advance(by: 30 * 86_400 + 1)
        #expect(try await match(Self.profile()) == "unknownDevice")
        #expect(try await match(Self.profile(), "expiration: 31") == "true")
    }

    @Test("what is saved: with the name in the state, without what isn't wanted, and no more than may be")
    func saving() async throws {
        try await harness.add(
            """
            name: Named
            start: first
            nodes:
              first: { page: [ { username: {} }, { password: {} } ], next: check }
              check: { dataStoreDecision: {}, "true": name, "false": failure }
              name: { setState: { attributes: { called: Work phone } }, next: collect }
              collect: { deviceProfileCollector: {}, next: keep }
              keep: { deviceSave: { variableName: called, saveDeviceMetadata: false, saveDeviceLocation: false }, next: success }
            """)
        let password = JourneyHarness.password.reveal()
        let asked = try await harness.send(harness.step("Named"), "demo", .string(password)).step
        #expect(try await harness.send(asked, .string(Self.profile())).success.session != nil)
        let one = try #require(try await saved().first)
        #expect(one.alias == "Work phone" && one.metadata.isEmpty && one.location == nil)
        for number in 1...4 {
            harness.time.advance(by: 1)
            try await save(Self.profile("device-\(number)"), "maxSavedProfiles: 3")
        }
        #expect(try await saved().map(\.identifier) == ["device-4", "device-3", "device-2"])
        #expect(try await harness.events("device_profile.saved") == 5)
        #expect(try await harness.events("device_profile.collected") == 0)
    }

    @Test("saving wants a proof of who the user is")
    func proof() async throws {
        #expect(
            await harness.journey { try await outcome(Self.profile(), "deviceSave: {}", ["next"], proof: false) } == .failed)
        #expect(try await saved().isEmpty)
    }

    @Test("what is no profile is asked again; one that is too long ends the run")
    func malformed() async throws {
        for text in [
            "", "{}", "[]", "x", #"{"identifier":1}"#, #"{"identifier":"a","metadata":1}"#,
            #"{"identifier":"a","location":{"latitude":91,"longitude":0}}"#,
        ] {
            #expect(try await match(text) == nil, "\(text)")
        }
        let long = Self.profile(metadata: ["x": .string(String(repeating: "x", count: 3 << 10))])
        #expect(await harness.journey { try await match(long) } == .failed)
        #expect(
            try await outcome(long, "deviceMatch: {}", ["true", "false", "unknownDevice"], collector: "maximumSize: 4") == "unknownDevice")
    }

    @Test("near is within so many kilometres", arguments: [("10", "false"), ("340", "false"), ("345", "true")])
    func places(_ distance: String, _ expected: String) async throws {
        let paris = DeviceProfileDocument.Location(latitude: 48.8566, longitude: 2.3522)
        try await save(Self.profile())
        let near = "deviceLocationMatch: { distance: \"\(distance)\" }"
        let outcomes = ["true", "false", "unknownDevice"]
        #expect(try await outcome(Self.profile(at: paris), near, outcomes) == expected)
        #expect(try await outcome(Self.profile("other", at: paris), near, outcomes) == "unknownDevice")
        #expect(try await outcome(Self.profile(at: nil), near, outcomes) == "false")
        let fence = "deviceGeofencing: { locations: [ \"0,0\", \"51.5, -0.12\" ], distance: \"\(distance)\" }"
        #expect(try await outcome(Self.profile(at: paris), fence, ["true", "false"]) == expected)
        #expect(try await outcome(Self.profile(at: nil), fence, ["true", "false"]) == "false")
    }

    @Test(
        "a score above the limit, none, and one below nothing aren't trusted", arguments: [("0", "false"), ("0.5", "true"), ("1", "true")])
    func tampering(_ limit: String, _ expected: String) async throws {
        let node = "deviceTamperingVerification: { score: \"\(limit)\" }"
        #expect(try await outcome(Self.profile(), node, ["true", "false"]) == expected)
        for metadata in [JSONObject(), ["platform": ["jailBreakScore": -1]], ["platform": ["jailBreakScore": "0"]]] {
            #expect(try await outcome(Self.profile(metadata: metadata), node, ["true", "false"]) == "false")
        }
    }

    @Test("the log has what a device tells only where the realm asks for it")
    func audited() async throws {
        var other = try await JourneyHarness { $0[DeviceSettings.self].auditsDeviceProfiles = true }
        other.client = harness.client
        for (harness, count) in [(harness, 0), (other, 1)] {
            try await harness.add(
                "name: Collect\nstart: collect\nnoSession: true\nnodes:\n  collect: { deviceProfileCollector: {}, next: success }\n")
            _ = try? await harness.send(harness.step("Collect"), .string(Self.profile()))
            #expect(try await harness.events("device_profile.collected") == count)
            try await AuditLog.seal(harness.database)
            let details = try await harness.database.read { transaction in
                try transaction.rows("SELECT details FROM audit_event").map { try $0.optionalText("details") ?? "" }
            }
            #expect(details.contains { $0.contains("iPhone") } == (count > 0))
        }
    }

    @Test("settings that can't be")
    func settings() throws {
        for node in [
            "deviceGeofencing: { locations: [ \"91,0\" ] }", "deviceGeofencing: { locations: [ x ] }",
            "deviceTamperingVerification: { score: \"2\" }",
            "deviceMatch: { useScript: true }", "deviceMatch: { attributeWeights: { a: x } }",
            "deviceProfileCollector: { maximumSize: \"65\" }",
            "deviceLocationMatch: { distance: \"-1\" }",
        ] {
            #expect(throws: JourneyDefinitionError.self) {
                try JourneyDefinition(text: Journeys.single(node, "true", "false", "unknownDevice", "next"))
            }
        }
    }
}

extension JourneyHarness {
    /// The code that a body fails with.
    fileprivate func journey(_ body: () async throws -> some Any) async -> JourneyRunError.Code? { await error(body)?.code }
}
