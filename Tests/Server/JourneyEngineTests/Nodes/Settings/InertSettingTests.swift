import AMFormat
import JourneyModel
import JourneyTransfer
import Primitives
import Testing

@testable import JourneyEngine

/// A setting that has no effect here.
struct InertSetting: Sendable, CustomTestStringConvertible {
    let kind: NodeDescription
    let setting: NodeDescription.Setting
    var testDescription: String { "\(kind.alias).\(setting.name)" }

    static let all = NodeCatalogue.standard.descriptions.flatMap { kind in
        kind.settings.filter { $0.inertness != nil }.map { InertSetting(kind: kind, setting: $0) }
    }

    /// A value that it isn't initially.
    var other: JSONValue? {
        let values: [JSONValue] = [true, false, 16, 17, "HOTP", "HMAC_SHA256", "mail", "uid"]
        return values.first { value in
            var reader = JourneyReader(.standard)
            let node = NodeCatalogue.standard.kind(kind.alias)?.node([setting.name: value], &reader, at: "node")
            return !reader.problems.contains { $0.path == "node.\(setting.name)" } && node?.writtenSettings[setting.name] != nil
        }
    }
}

@Suite("Settings that are carried along for AM")
struct InertSettingTests {
    /// What must be set of the kinds besides.
    private static let needed: [String: JSONObject] = [
        "attributeValueDecision": ["comparisonAttribute": "city", "comparisonValue": "Paris"],
        "captcha": ["siteKey": "site", "secretLabelIdentifier": "captcha"], "profileCompletenessDecision": ["threshold": 1],
        "queryFilterDecision": ["queryFilter": "true"], "timeSinceDecision": ["elapsedTime": 1],
    ]

    @Test("the check and an import say so of one that somebody has set, and of no other", arguments: InertSetting.all)
    func warned(_ inert: InertSetting) async throws {
        let (alias, name) = (inert.kind.alias, inert.setting.name)
        let value = try #require(inert.other)
        let needed = Self.needed[alias] ?? JSONObject()
        let plain = try NodeTrial.journey([NodeTrial.Node(alias, needed)])
        #expect(JourneyCheck(plain).findings.map(\.reason) == [])

        let set = try NodeTrial.journey([NodeTrial.Node(alias, needed.overlaid(with: [name: value]))])
        let reason = "has no effect: \(inert.setting.inertness ?? "")"
        let found = JourneyCheck(set).findings
        #expect(found.map(\.path) == ["nodes.node0.\(name)"] && found.map(\.reason) == [reason])
        #expect(found.allSatisfy { $0.level == .warning })

        let harness = try await JourneyHarness()
        let file = ImportFile(path: "trial.json", bytes: set.json.encoded)
        let plan = try await ImportPlan(JourneyImport([file]), into: harness.realm, of: harness.transfer)
        #expect(plan.findings.filter { $0.member == name }.map(\.reason) == [reason])
    }

    @Test("one on a page is said too, with the page's place in a check and its own in an import")
    func onPage() async throws {
        let name: JSONValue = ["displayUsername": ["identityAttribute": "userName"]]
        let journey = try NodeTrial.journey([NodeTrial.Node("page", ["nodes": [name]])])
        #expect(JourneyCheck(journey).findings.map(\.path) == ["nodes.node0.nodes.0.identityAttribute"])
        let harness = try await JourneyHarness()
        let read = JourneyImport([ImportFile(path: "trial.json", bytes: journey.json.encoded)])
        let plan = try await ImportPlan(read, into: harness.realm, of: harness.transfer)
        let found = plan.findings.filter { $0.member == "identityAttribute" }
        #expect(found.map(\.node) == ["node0.0"] && found.map(\.kind) == ["DisplayUserNameNode"])
    }
}
