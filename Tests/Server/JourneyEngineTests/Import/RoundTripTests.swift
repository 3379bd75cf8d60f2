import AMFormat
import JourneyModel
import JourneyTesting
import JourneyMessages
import JourneyTransfer
import Primitives
import SignIn
import Testing

@testable import JourneyEngine
import Services
import Directory

@Suite("Import, export, import")
struct RoundTripTests {
    @Test("gives the file again, but for revisions, dates and the order of members")
    func file() throws {
        let read = JourneyImport(AMFiles.forms[0].files)
        let entry = try #require(export(read)["trees"]?["Office"]?.object)
        for name in AMFiles.entry.names {
            #expect(entry[name] == AMFiles.entry[name].map(Self.withoutProvenance), "\(name)")
        }
    }

    @Test("gives the same journeys, and from then on the same bytes", arguments: AMFiles.forms.map(\.name))
    func stable(_ form: String) throws {
        let read = JourneyImport(try #require(AMFiles.forms.first { $0.name == form }).files)
        let exported = export(read)
        let again = JourneyImport([ImportFile(path: "again.json", bytes: exported.encoded)])
        #expect(again.journeys.map(\.json) == read.journeys.map(\.json))
        #expect(again.scripts == read.scripts)
        #expect(export(again).encoded == exported.encoded)
    }

    @Test(
        "holds for our own journeys, ids aside",
        arguments: [BuiltInJourneys.login, BuiltInJourneys.registration, Journeys.choiceBeforeCheck])
    func own(_ text: String) throws {
        let journey = try JourneyDefinition(text: text)
        let first = JourneyExport(scripts: [], carried: []).file([journey])
        let read = JourneyImport([ImportFile(path: "first.json", bytes: first.encoded)])
        let again = try #require(read.journeys.first, "\(read.findings)")
        #expect(again.nodes.map(\.kind.alias) == journey.nodes.map(\.kind.alias))
        #expect(again.nodes.map(\.node.writtenSettings.names) == journey.nodes.map(\.node.writtenSettings.names))
        #expect(JourneyExport(scripts: [], carried: []).file([again]).encoded == first.encoded)
    }

    @Test("as YAML in between loses nothing either")
    func yaml() throws {
        for journey in JourneyImport(AMFiles.forms[0].files).journeys {
            let again = try JourneyDefinition(text: try journey.yaml())
            #expect(again.json == journey.json)
        }
        for text in [BuiltInJourneys.login, BuiltInJourneys.registration, Journeys.twoSteps, Journeys.outer] {
            let journey = try JourneyDefinition(text: text)
            #expect(try JourneyDefinition(text: try journey.yaml()).json == journey.json)
        }
    }

    @Test("YAML is short where it can be")
    func shortYAML() throws {
        let text = try JourneyDefinition(text: Journeys.twoSteps).yaml()
        #expect(text.contains("check: {dataStoreDecision: {}, \"true\": success, \"false\": retries}"), "\(text)")
    }

    @Test("what was changed in between is exported as it is now")
    func changed() throws {
        let read = JourneyImport(AMFiles.forms[0].files)
        var json = try #require(read.journeys.first?.json.object)
        json[path: ["nodes", AMFiles.retries, "settings", "limit"]] = 9
        json[path: ["nodes", AMFiles.retries, "outcomes", "Reject"]] = "success"
        json["description"] = "Now there is one"
        json["treeTimeout"] = nil
        let entry = try #require(export([try JourneyDefinition(json: .object(json))])["trees"]?["Office"])
        #expect(entry["nodes"]?[AMFiles.retries]?["retryLimit"] == 9)
        #expect(entry["nodes"]?[AMFiles.retries]?["incrementUserAttributeOnFailure"] == true, "what isn't ours stays")
        #expect(entry["tree"]?["nodes"]?[AMFiles.retries]?["connections"]?["Reject"] == .string(JourneyTarget.successID))
        #expect(entry["tree"]?["description"] == "Now there is one")
        #expect(entry["tree"]?["treeTimeout"] == nil)
    }

    @Test("what only the second version of AM's kind can be set to is written as that version, and nothing else is")
    func versions() throws {
        let ends = "success: success, failure: failure, error: failure, unsupported: failure"
        let journey = try JourneyDefinition(
            text: """
                name: Versions
                start: who
                nodes:
                  who:
                    page:
                      nodes: [ { username: {} }, { webAuthnAuthentication: { mediation: CONDITIONAL, conditionalManualButton: true } } ]
                    \(ends.replacing(", ", with: "\n    "))
                    noDevice: first
                  first: { webAuthnAuthentication: { asScript: true }, \(ends), noDevice: second }
                  second: { webAuthnAuthentication: { mediation: REQUIRED }, \(ends), noDevice: failure }
                """)
        let file = export([journey])
        let entry = try #require(file["trees"]?["Versions"])
        func node(_ name: String) -> (place: JSONValue?, settings: JSONValue?) {
            (entry["tree"]?["nodes"]?[AM.id(name, in: "Versions")], entry["nodes"]?[AM.id(name, in: "Versions")])
        }
        #expect(node("who").settings?["nodes"]?.array?.map { $0["nodeVersion"] } == [nil, "2.0"])
        let inner = try #require(entry["innerNodes"]?.object?.members.first { $0.value["mediation"] != nil }?.value)
        #expect(inner["mediation"] == "CONDITIONAL" && inner["conditionalManualButton"] == true)
        #expect(node("first").place?["version"] == nil && node("first").settings?["mediation"] == nil)
        #expect(node("first").settings?["conditionalManualButton"] == nil && node("first").settings?["asScript"] == true)
        #expect(node("second").place?["version"] == "2.0" && node("second").settings?["mediation"] == "REQUIRED")
        let read = JourneyImport([ImportFile(path: "versions.json", bytes: file.encoded)])
        #expect(read.findings.filter { $0.level == .warning } == [])
        #expect(read.journeys.first?.nodes.map(\.node.writtenSettings.names) == journey.nodes.map(\.node.writtenSettings.names))
        #expect(export(read).encoded == file.encoded)
        // One that came as the first version, and was changed here.
        var first = try #require(read.journeys.first?.json.object)
        first[path: ["nodes", AM.id("first", in: "Versions"), "kept", "place", "members", "version"]] = "1.0"
        first[path: ["nodes", AM.id("first", in: "Versions"), "settings", "mediation"]] = "REQUIRED"
        let changed = try #require(export([try JourneyDefinition(json: .object(first))])["trees"]?["Versions"])
        #expect(changed["tree"]?["nodes"]?[AM.id("first", in: "Versions")]?["version"] == "2.0")
    }

    @Test("placeholders stay what they are, and stand for their values when the journey runs")
    func placeholders() async throws {
        let file = AMFiles.changed {
            $0[path: ["nodes", AMFiles.retries, "retryLimit"]] = ["$int": "&{esv.retries|4}"]
            $0[path: ["nodes", AMFiles.page, "pageHeader"]] = ["en": "Welcome to &{esv.house}"]
        }
        let read = JourneyImport([file])
        let exported = export(read)
        #expect(exported["trees"]?["Office"]?["nodes"]?[AMFiles.retries]?["retryLimit"] == ["$int": "&{esv.retries|4}"])
        var harness = try await JourneyHarness()
        try await harness.engine.save(try #require(read.journeys.first), in: harness.realm)
        #expect(await harness.error { try await harness.step("Office") } == JourneyRunError(.internal), "nobody says what esv.house is")
        harness.realm.settings[ScriptingSettings.self].scriptVariables = ["esv.house": "the house", "esv.retries": "2"]
        try await harness.domain.directory.realms.update(harness.realm)
        #expect(try await harness.step("Office").header == "Welcome to the house")
        let stored = try await harness.engine.journeys.journey("Office", in: harness.realm.id)
        #expect((stored?.node(AMFiles.retries)?.node as? RetryLimitDecision)?.limit == 2)
    }

    private func export(_ read: JourneyImport) -> JSONValue {
        JourneyExport(scripts: read.scripts, carried: read.carried).file(read.journeys)
    }

    private func export(_ journeys: [JourneyDefinition]) -> JSONValue { JourneyExport(scripts: [], carried: []).file(journeys) }

    private static func withoutProvenance(_ json: JSONValue) -> JSONValue {
        switch json {
        case .object(let object):
            .object(JSONObject(object.members.filter { !AM.provenance.contains($0.name) }.map { ($0.name, withoutProvenance($0.value)) }))
        case .array(let elements): .array(elements.map(withoutProvenance))
        default: json
        }
    }
}
