import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Directory

@Suite("The declaration of a realm's settings")
struct RealmSettingsReferenceTests {
    @Test("docs/realm-settings.md is what gatehouse realm settings --markdown prints")
    func page() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs/realm-settings.md")
        let page = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        #expect(
            page == (try RealmSettingsReference.markdown()), "write it anew: gatehouse realm settings --markdown > docs/realm-settings.md")
    }

    @Test("the defaults keep to what is declared")
    func defaults() throws {
        #expect(try RealmSettings().problem() == nil)
        let names = try RealmSettings.shape().members.map(\.name)
        #expect(names.count == Set(names).count && names.contains("sessionLifetime") && names.contains("terms"))
    }

    @Test("numbers out of their bounds are refused by name", arguments: ["sessionLifetime", "lockoutThreshold", "passwordMinimumLength"])
    func bounds(_ name: String) throws {
        for number: Int64 in [0, -1, .max] {
            var stored = try #require(try JSONValue(parsing: Array(try JSONEncoder().encode(RealmSettings()))).object)
            stored[name] = .integer(number)
            // What is stored is read, also when an earlier version allowed more; it can't be written.
            let settings = try JSONDecoder().decode(RealmSettings.self, from: Data(JSONValue.object(stored).encoded))
            #expect(try settings.problem()?.hasPrefix("\(name): expected") == true)
        }
    }

    @Test("settings are values: what one copy is given, another doesn't have")
    func copies() throws {
        let one = try JSONDecoder().decode(RealmSettings.self, from: Data(#"{"sessionLifetime":5}"#.utf8))
        var other = one
        other.sessionLifetime = 6
        #expect(one.sessionLifetime == 5 && other.sessionLifetime == 6 && one != other)
        other.sessionLifetime = 5
        #expect(one == other)
    }
}
