import JourneyModel
import Primitives
import Testing

@testable import JourneyEngine

/// Settings of which only one value can be had here.
@Suite("Settings that are refused with a reason")
struct RefusedSettingTests {
    private static let wrong: [(kind: String, setting: String, value: JSONValue)] = [
        ("createObject", "identityResource", "managed/role"), ("patchObject", "identityResource", "managed/role"),
        ("requiredAttributesDecision", "identityResource", "managed/role"), ("kbaVerification", "kbaInfoAttribute", "questions"),
        ("platformPassword", "passwordAttribute", "pin"), ("selectProvider", "passwordAttribute", "pin"),
        ("socialProvider", "subjectAttribute", "links"), ("olderSocialProvider", "subjectAttribute", "links"),
        ("verifyEvaluation", "userAttributesFromObjectAttributes", true), ("verifyCompletionDecision", "useFilterScript", true),
        ("verifyProofing", "tsAccessToken", true), ("verifyProofing", "demoMode", true),
    ]

    @Test("another value makes no journey, and the reason is said with its place", arguments: wrong.indices)
    func refused(_ index: Int) throws {
        let (alias, setting, value) = Self.wrong[index]
        let kind = try #require(NodeCatalogue.standard.kind(alias))
        func problems(_ settings: JSONObject) -> [JourneyProblem] {
            var reader = JourneyReader(.standard)
            _ = kind.node(settings, &reader, at: "node")
            return reader.problems
        }
        #expect(problems([:]).isEmpty)
        let found = problems([setting: value])
        #expect(found.map(\.path) == ["node.\(setting)"] && found.allSatisfy { !$0.reason.isEmpty })
        #expect(throws: JourneyDefinitionError.self) { try NodeTrial.journey([NodeTrial.Node(alias, [setting: value])]) }
    }
}
