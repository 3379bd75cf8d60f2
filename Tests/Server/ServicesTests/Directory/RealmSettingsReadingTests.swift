import Foundation
import Primitives
import Testing
import Directory
import Services

@Suite("What is stored of a realm's settings")
struct RealmSettingsReadingTests {
    /// Each setting with a value that isn't its default, of the kinds that can be changed without knowing more.
    private static func changed(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .bool(let value): .bool(!value)
        case .integer(let value): .integer(value + 1)
        case .string(let value): .string(value + "x")
        default: nil
        }
    }

    /// Other values of settings that have only some.
    private static let choices: [String: JSONValue] = [
        "auditPersonalFields": "hashed", "environmentType": "SANDBOX", "lockoutNotice": "locked", "orchestrationPenalty": "remove",
        "userNameScripts": "any",
    ]

    @Test("is read again, every setting of it")
    func complete() throws {
        let encoded = try JSONValue(parsing: Array(try JSONEncoder().encode(RealmSettings(), configuration: Schema.settings)))
        for member in try #require(encoded.object).members {
            let (name, value) = (member.name, member.value)
            guard let other = Self.choices[name] ?? Self.changed(value), var object = encoded.object else { continue }
            object[name] = other
            let read = try JSONDecoder().decode(
                RealmSettings.self, from: Data(JSONValue.object(object).encoded), configuration: Schema.settings)
            let again = try JSONValue(parsing: Array(try JSONEncoder().encode(read, configuration: Schema.settings)))
            #expect(again[name] == other, "\(name) is stored and never read")
        }
    }
}
