import Directory
package import Foundation
package import Foundations
package import Primitives

/// The path of a realm, by a name that needs no module of the domain.
package typealias AdministeredRealm = RealmPath

/// A realm, as administrators see one.
package struct RealmReport: Sendable {
    package let path: RealmPath
    package let id: UUID
    package let defaultJourney: String
    /// Its path, its id and all of its settings.
    package let json: JSONObject

    init(_ realm: Realm) throws {
        (path, id, defaultJourney) = (realm.path, realm.id, realm.settings.defaultJourney)
        var object: JSONObject = ["path": .string(realm.path.description), "id": .string(realm.id.text)]
        for member in try SettingsEditor(realm: realm.settings).object.members { object[member.name] = member.value }
        json = object
    }

    /// Its path, its id and its default journey.
    package var summary: JSONObject {
        ["path": .string(path.description), "id": .string(id.text), "defaultJourney": .string(defaultJourney)]
    }
}

extension SettingsEditor<RealmSettings> {
    /// Edits a realm's settings; `terms` may be missing.
    init(realm settings: RealmSettings) throws { try self.init(settings, optional: ["terms": [:]]) }
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

    /// The realm above; the root is its own.
    var parent: RealmPath { RealmPath(components: names.dropLast()) ?? .root }
}
