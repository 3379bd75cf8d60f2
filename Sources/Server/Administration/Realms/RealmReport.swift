import Directory
package import Foundation
package import Foundations
package import Primitives
package import ResourceMessages
import Services
import SignIn

/// The path of a realm, by a name that needs no module of the domain.
package typealias AdministeredRealm = RealmPath

/// A realm, as administrators see one.
package struct RealmReport: Sendable {
    package let path: RealmPath
    /// The realm's id.
    package let id: UUID
    private let settings: RealmSettings

    init(_ realm: Realm) {
        path = realm.path
        id = realm.id
        settings = realm.settings
    }

    /// Its path, its id and all of its settings.
    package var json: JSONObject {
        get throws {
            var object: JSONObject = ["path": .string(path.description), "id": .string(id.text)]
            for member in try SettingsEditor(realm: settings).object.members { object[member.name] = member.value }
            return object
        }
    }

    /// All of ``json``.
    package static var form: Form<Self> {
        .told(.object(ObjectShape(name: "Realm", members: own + settings.members))) { .object((try? $0.json) ?? JSONObject()) }
    }

    /// All of ``summary``.
    package static var summaryForm: Form<Self> {
        let journey = ObjectShape.Member(name: "defaultJourney", shape: .name(of: .journey), presence: .readOnly)
        return .told(.object(ObjectShape(name: "RealmSummary", members: own + [journey]))) { .object($0.summary) }
    }

    /// The settings that change.
    package static var settings: ObjectShape {
        ObjectShape(name: "RealmSettings", members: (try? Schema.settings.shape().members) ?? [])
    }

    private static let own: [ObjectShape.Member] = [
        .init(name: "path", shape: .text, presence: .readOnly), .init(name: "id", shape: Form<UUID>.id.shape, presence: .readOnly),
    ]

    /// Its path, its id and its default journey.
    package var summary: JSONObject {
        [
            "path": .string(path.description), "id": .string(id.text),
            "defaultJourney": .string(settings[JourneySettings.self].defaultJourney),
        ]
    }
}

extension SettingsEditor<RealmSettings> {
    /// Edits a realm's settings; those that a new realm lacks, such as `terms` and `look`, are objects that may be missing.
    init(realm settings: RealmSettings) throws {
        let sections = Schema.settings
        let members = try sections.shape().members
        let choices = members.filter { Self.isChoice($0.shape) }.map(\.name)
        let standard = try JSONValue(parsing: try JSONEncoder().encode(RealmSettings(), configuration: sections)).object ?? JSONObject()
        var optional = JSONObject()
        for member in members where standard[member.name] == nil { optional[member.name] = [:] }
        try self.init(settings, optional: optional, initial: RealmSettings(), choices: choices) {
            try $1.encode($0, configuration: sections)
        } decode: {
            try $1.decode(RealmSettings.self, from: $0, configuration: sections)
        }
    }

    private static func isChoice(_ shape: Shape) -> Bool {
        guard case .choice = shape else { return false }
        return true
    }
}

extension RealmPath {
    /// Reads a realm's path as it was typed.
    /// - Throws: `invalid`.
    package init(typed text: String) throws(AdministrationError) {
        guard let path = RealmPath(text) else {
            throw AdministrationError(.invalid, "\(text) is no realm: names of letters, digits, -, _ and . with slashes between")
        }
        self = path
    }

    /// The realm as a segment of a path in the administration API: its names with colons between; `root` for the root.
    package var segment: String { names.isEmpty ? "root" : names.joined(separator: ":") }

    /// The last name; empty for the root.
    var lastName: String { names.last ?? "" }

    /// The realm of a name beneath; itself for a name that can't be.
    func beneath(_ name: String) -> RealmPath { RealmPath(components: names + [name]) ?? self }

    /// The realm above; the root is its own.
    var parent: RealmPath { RealmPath(components: names.dropLast()) ?? .root }
}
