import Foundation
import Foundations
import Primitives
import ResourceMessages
import Services
import Sessions
import Testing

@testable import Directory

@Suite("The declaration of a realm's settings")
struct RealmSettingsReferenceTests {
    private func read(_ document: Data) throws -> RealmSettings {
        try JSONDecoder().decode(RealmSettings.self, from: document, configuration: Schema.settings)
    }

    /// The names of a section's properties, and those of its settings.
    private func names<Section: SettingsSection>(of section: Section.Type) -> (properties: [String], settings: [String]) {
        (Mirror(reflecting: Section()).children.compactMap(\.label), Section.fields.map(\.declaration.name))
    }

    @Test("docs/realm-settings.md is what gatehouse realm settings --markdown prints")
    func page() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs/realm-settings.md")
        let page = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        #expect(
            page == (try RealmSettingsReference.markdown(Schema.settings)),
            "write it anew: gatehouse realm settings --markdown > docs/realm-settings.md")
    }

    @Test("the defaults keep to what is declared")
    func defaults() throws {
        #expect(try RealmSettings().problem(Schema.settings) == nil)
        let names = try Schema.settings.shape().members.map(\.name)
        #expect(names.count == Set(names).count && names.contains("sessionLifetime") && names.contains("terms"))
    }

    @Test("numbers out of their bounds are refused by name", arguments: ["sessionLifetime", "lockoutThreshold", "passwordMinimumLength"])
    func bounds(_ name: String) throws {
        for number: Int64 in [0, -1, .max] {
            var stored = try #require(
                try JSONValue(parsing: Array(try JSONEncoder().encode(RealmSettings(), configuration: Schema.settings))).object)
            stored[name] = .integer(number)
            // What is stored is read, also when an earlier version allowed more; it can't be written.
            let settings = try read(Data(JSONValue.object(stored).encoded))
            #expect(try settings.problem(Schema.settings)?.hasPrefix("\(name): expected") == true)
        }
    }

    @Test("settings are values: what one copy is given, another doesn't have")
    func copies() throws {
        let one = try read(Data(#"{"sessionLifetime":5}"#.utf8))
        var other = one
        other[SessionSettings.self].sessionLifetime = 6
        #expect(one[SessionSettings.self].sessionLifetime == 5 && other[SessionSettings.self].sessionLifetime == 6 && one != other)
        other[SessionSettings.self].sessionLifetime = 5
        #expect(one == other)
    }

    @Test("each property of a section is a setting, in the same order, and no two sections have one of the same name or place")
    func sections() {
        #expect(Schema.settings.problems.isEmpty)
        for section in Schema.settings.all {
            let (properties, settings) = names(of: section)
            #expect(properties == settings, "\(section)")
        }
    }

    /// A section that has a setting of another section's name, and one at another's place.
    private struct Planted: SettingsSection {
        var sessionLifetime = 1
        var planted = 2

        static let fields: [Setting] = [
            Setting(9010, "sessionLifetime", \.sessionLifetime, .seconds(), "Planted."),
            Setting(2020, "planted", \.planted, .seconds(), "Planted."),
        ]
    }

    @Test("a name or a place that two sections give a setting is found")
    func duplicates() {
        let problems = SettingsSections(Schema.settings.all + [Planted.self]).problems
        #expect(
            problems == ["two settings have the name sessionLifetime", "two settings have the place 2020: planted, sessionIdleTime"])
    }

    @Test("the order of settings doesn't depend on the order of features")
    func order() throws {
        let reversed = SettingsSections(Schema.settings.all.reversed())
        #expect(try reversed.shape() == Schema.settings.shape())
        #expect(try RealmSettingsReference.markdown(reversed) == RealmSettingsReference.markdown(Schema.settings))
    }

    @Test("a section that was never set is equal to its defaults")
    func defaultsAreEqual() throws {
        let stored = try read(Data("{}".utf8))
        #expect(stored == RealmSettings() && RealmSettings() == stored)
        var changed = RealmSettings()
        changed[SessionSettings.self].sessionLifetime = 5
        #expect(changed != RealmSettings() && RealmSettings() != changed && stored != changed)
    }
}
