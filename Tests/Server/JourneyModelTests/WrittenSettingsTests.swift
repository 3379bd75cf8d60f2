import JourneyTesting
import Primitives
import Testing

@testable import JourneyModel

@Suite("What is stored of a node's settings")
struct WrittenSettingsTests {
    /// Values of every form that a setting may take.
    private static let values: [JSONValue] = [
        true, false, 1, 2, 7, 60, 1000, "x", "managed/user", "password", "AT", "EVERY", "LOCK", "UNLOCK", "mail eq \"x\"",
        ["x"], ["x", "y"], ["en": "x", "de": "y"], ["x": "y"], [["username": [:]], ["message": ["message": "z"]]],
    ]

    @Test("reads back the same, whatever one of them is set to", arguments: NodeCatalogue.standard.descriptions.map(\.alias))
    func roundTrip(_ alias: String) throws {
        let kind = try #require(NodeCatalogue.standard.kind(alias))
        for setting in kind.settings {
            for value in Self.values {
                guard let node = read([setting.name: value], kind, complaintsAbout: setting.name) else { continue }
                let written = node.writtenSettings
                #expect(again(written, kind) == written, "\(alias).\(setting.name) = \(value.text)")
            }
        }
    }

    @Test("holds what must be set, also when it is as it was", arguments: NodeCatalogue.standard.descriptions)
    func required(_ description: NodeDescription) throws {
        let kind = try #require(NodeCatalogue.standard.kind(description.alias))
        var reader = JourneyReader(.standard)
        let written = kind.node(JSONObject(), &reader, at: "node").writtenSettings
        #expect(written.names == description.settings.filter(\.isRequired).map(\.name))
    }

    @Test("an empty prompt of a choice is stored")
    func emptyPrompt() throws {
        let text = Journeys.choiceBeforeCheck.replacing("Which way?", with: "\"\"")
        let journey = try JourneyDefinition(text: text)
        #expect(try JourneyDefinition(json: journey.json).fingerprint == journey.fingerprint)
    }

    /// A node with some settings; nil when one of them can't be this.
    private func read(_ settings: JSONObject, _ kind: NodeKind, complaintsAbout name: String) -> (any NodeDeclaration)? {
        var reader = JourneyReader(.standard)
        let node = kind.node(settings, &reader, at: "node")
        return reader.problems.contains { $0.path.hasPrefix("node.\(name)") } ? nil : node
    }

    private func again(_ written: JSONObject, _ kind: NodeKind) -> JSONObject {
        var reader = JourneyReader(.standard)
        return kind.node(written, &reader, at: "node").writtenSettings
    }
}
